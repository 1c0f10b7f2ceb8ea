import type { PlanUnderReview } from "@/api/plans";
import { CommentList } from "./comment";
import { CommentForm } from "./comment-form";

/** What people said of the plan, wherever it stands; it stays when a new revision comes. */
export function Comments({ plan }: { plan: PlanUnderReview }) {
  return (
    <div className="stack-tight">
      <h3>Comments</h3>
      <CommentList plan={plan} comments={plan.comments} />
      <CommentForm plan={plan} />
    </div>
  );
}
