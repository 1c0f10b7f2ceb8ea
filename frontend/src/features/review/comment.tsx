import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PLANS, type PlanComment, resolveComment } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { wordsOf } from "./about";
import type { Shown } from "./shown";
import { momentOf } from "./words";

const aboutOf = ({ operation, file, line, outdated, revision }: PlanComment) => {
  const what = wordsOf({ operation, file, line });
  if (!what) return `revision ${revision}`;
  return outdated
    ? `on ${what} of an earlier revision, which is no longer there, revision ${revision}`
    : `on ${what}, revision ${revision}`;
};

interface Props {
  shown: Shown;
  comments: readonly PlanComment[];
  /** They stand next to what they are about. */
  inline?: boolean;
}

export function CommentList({ shown, comments, inline = false }: Props) {
  if (comments.length === 0) return null;
  return (
    <ul className={`review-comments ${inline ? "review-inline" : ""}`}>
      {comments.map((comment) => (
        <Comment key={comment.id} shown={shown} comment={comment} inline={inline} />
      ))}
    </ul>
  );
}

interface CommentProps {
  shown: Shown;
  comment: PlanComment;
  inline: boolean;
}

function Comment({ shown, comment, inline }: CommentProps) {
  const queries = useQueryClient();
  const resolve = useMutation({
    mutationFn: () => resolveComment(shown.plan.id, comment.id, comment.resolved_at === null),
    onSuccess: () => queries.invalidateQueries({ queryKey: PLANS }),
  });
  return (
    <li id={inline ? undefined : comment.id} className={comment.resolved_at ? "quiet" : ""}>
      <p className="small quiet">
        {comment.author_name}, {momentOf(comment.at)},{" "}
        {inline ? `revision ${comment.revision}` : aboutOf(comment)}
        {comment.resolved_at &&
          `, resolved by ${comment.resolved_by} on ${momentOf(comment.resolved_at)}`}
      </p>
      {!inline && comment.line_text?.trim() && (
        <p className="small review-quote">
          <code>{comment.line_text}</code>
        </p>
      )}
      <p className="review-text">{comment.text}</p>
      {comment.may_resolve && (
        <Button
          className="no-print"
          variant="default"
          size="compact-sm"
          disabled={!shown.current || resolve.isPending}
          onClick={() => resolve.mutate()}
        >
          {comment.resolved_at ? "Open again" : "Resolve"}
          <span className="visually-hidden"> the comment of {comment.author_name}</span>
        </Button>
      )}
      {resolve.isError && <ProblemNotice problem={asProblem(resolve.error)} />}
    </li>
  );
}
