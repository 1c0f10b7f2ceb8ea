import type { PlanUnderReview } from "@/api/plans";
import { plural } from "@/lib/format";
import { wordsOf } from "./about";

const BEGINS = 80;

const beginningOf = (text: string) =>
  text.length > BEGINS ? `${text.slice(0, BEGINS).trimEnd()} …` : text;

/** Comments that nobody resolved: each holds the approval, and each is one click away. */
export function OpenThreads({ plan }: { plan: PlanUnderReview }) {
  const open = plan.comments.filter(({ resolved_at }) => resolved_at === null);
  if (open.length === 0) return null;
  return (
    <div
      className="notice notice-warn stack-tight"
      role="note"
      aria-label="What holds the approval"
    >
      <p>
        <strong>
          {plural(open.length, "comment")} {open.length === 1 ? "holds" : "hold"} the approval.
        </strong>{" "}
        Who wrote a comment resolves it, or a reviewer who did not make the plan.
      </p>
      <ul>
        {open.map((comment) => (
          <li key={comment.id}>
            <a href={`#${comment.id}`}>
              {comment.author_name}
              {wordsOf(comment) && ` on ${wordsOf(comment)}`}: {beginningOf(comment.text)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
