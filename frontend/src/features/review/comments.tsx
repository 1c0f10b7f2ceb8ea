import { Button, TextInput, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  type PlanComment,
  type PlanUnderReview,
  addComment,
  plansQuery,
  resolveComment,
} from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { momentOf } from "./words";

interface Props {
  databaseId: string;
  plan: PlanUnderReview;
}

/** What people said of the plan; it stays when a new revision comes. */
export function Comments({ databaseId, plan }: Props) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [on, setOn] = useState("");
  const read = () => queries.invalidateQueries({ queryKey: plansQuery(databaseId).queryKey });
  const add = useMutation({
    mutationFn: () => addComment(plan.id, text, aboutWhat(on.trim())),
    onSuccess: () => {
      setText("");
      return read();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <div className="stack-tight">
      <h3>Comments</h3>
      {plan.comments.length > 0 && (
        <ul className="review-comments">
          {plan.comments.map((comment) => (
            <Comment key={comment.id} planId={plan.id} comment={comment} onChanged={read} />
          ))}
        </ul>
      )}
      <form className="stack-tight no-print" onSubmit={submit}>
        <Textarea
          label="Say something"
          autosize
          minRows={2}
          maxLength={4000}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <TextInput
          label="On which operation or file, as the plan names it: O001, settings.sql; empty for the plan"
          maxLength={255}
          value={on}
          onChange={(event) => setOn(event.target.value)}
        />
        <div>
          <Button type="submit" variant="default" disabled={add.isPending || text.trim() === ""}>
            Comment
          </Button>
        </div>
        {add.isError && <ProblemNotice problem={asProblem(add.error)} />}
      </form>
    </div>
  );
}

const OPERATION = /^O\d+$/;

const aboutWhat = (on: string) =>
  on === "" ? {} : OPERATION.test(on) ? { operation: on } : { file: on };

const aboutOf = ({ operation, file, outdated, revision }: PlanComment) => {
  const what = operation ?? file;
  const old = outdated ? ", which is no longer there" : "";
  return `${what ? `on ${what}${old}, ` : ""}revision ${revision}`;
};

interface CommentProps {
  planId: string;
  comment: PlanComment;
  onChanged: () => Promise<void>;
}

function Comment({ planId, comment, onChanged }: CommentProps) {
  const resolve = useMutation({
    mutationFn: () => resolveComment(planId, comment.id, comment.resolved_at === null),
    onSuccess: onChanged,
  });
  return (
    <li className={comment.resolved_at ? "quiet" : ""}>
      <p className="small quiet">
        {comment.author_name}, {momentOf(comment.at)}, {aboutOf(comment)}
        {comment.resolved_by && `, resolved by ${comment.resolved_by}`}
      </p>
      <p className="review-text">{comment.text}</p>
      <Button
        className="no-print"
        variant="default"
        size="compact-sm"
        disabled={resolve.isPending}
        onClick={() => resolve.mutate()}
      >
        {comment.resolved_at ? "Open again" : "Resolve"}
      </Button>
      {resolve.isError && <ProblemNotice problem={asProblem(resolve.error)} />}
    </li>
  );
}
