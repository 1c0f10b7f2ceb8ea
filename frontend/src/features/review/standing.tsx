import { Link } from "@tanstack/react-router";
import type { PlanUnderReview } from "@/api/plans";
import { standingWords } from "@/features/scoreboard/words";
import type { Shown } from "./shown";
import { STATES, momentOf, shortDigest } from "./words";

/** Where the revision stands: its state while it is the current one, who made it, and its digest. */
export function Standing({ shown: { plan, revision, current } }: { shown: Shown }) {
  const { number, author_name, created_at, digest, note } = revision;
  const { approval } = plan;
  const dismissed = dismissedApproval(plan);
  const submitted = plan.history.findLast(
    (one) => one.done === "submitted" && one.revision === number,
  );
  return (
    <>
      <p data-testid="plan-state" role="status">
        <strong>{current ? STATES[plan.state] : "Replaced by a later revision"}</strong>, revision{" "}
        {number} by {author_name}, {momentOf(created_at)}. Digest{" "}
        <code title={digest}>{shortDigest(digest)}</code>
      </p>
      {note && <p className="review-text">What is new in it: {note}</p>}
      {submitted?.said && (
        <p className="review-text">
          {submitted.actor_name} submitted it: {submitted.said}
        </p>
      )}
      {current && approval && (
        <p>
          {approval.self_approved ? "Self-approved" : "Approved"} by {approval.actor_name} on{" "}
          {momentOf(approval.at)}.
        </p>
      )}
      {current && plan.score && (
        <p>
          Its forecast: <strong>{standingWords(plan.score)}</strong>. {plan.score.reason}{" "}
          <Link to="/scoreboard">The scoreboard</Link>
        </p>
      )}
      {current && dismissed && (
        <p>
          {dismissed.actor_name} approved revision {dismissed.revision}; a later revision dismissed
          that approval.
        </p>
      )}
    </>
  );
}

/** Whoever approved an earlier revision looks for their approval: it holds for that one only. */
function dismissedApproval({ approval, revision, history }: PlanUnderReview) {
  const last = history.findLast(({ done }) => done === "approved");
  return approval === null && last && last.revision < revision ? last : null;
}
