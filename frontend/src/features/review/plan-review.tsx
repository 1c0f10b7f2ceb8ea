import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PlanRequest } from "@/api/plan";
import { type PlanUnderReview, planReviewQuery, revisionBundleUrl } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Comments } from "./comments";
import { Difference } from "./difference";
import { KeptAdvice } from "./kept-advice";
import { ReviewActions } from "./review-actions";
import { RevisionPlan } from "./revision-plan";
import { standingWords } from "@/features/scoreboard/words";
import { DONE, LEVELS, STATES, momentOf, shortDigest, titleOf } from "./words";

interface Props {
  planId: string;
  request: PlanRequest;
  disabled: boolean;
}

/** One plan under review: where it stands, what was checked, what you may do, what was said and done. */
export function PlanReview({ planId, request, disabled }: Props) {
  const { data: plan, error } = useQuery(planReviewQuery(request.databaseId, planId));
  if (error) return <ProblemNotice problem={asProblem(error)} />;
  if (!plan) return <p className="quiet">Reading the plan …</p>;
  return (
    <div className="stack-tight">
      <Standing plan={plan} />
      <KeptAdvice plan={plan} />
      <Checks checks={plan.checks} />
      <ReviewActions plan={plan} request={request} disabled={disabled} />
      <Difference databaseId={request.databaseId} plan={plan} />
      <RevisionPlan plan={plan} />
      <Comments plan={plan} />
      <History plan={plan} />
    </div>
  );
}

function Standing({ plan }: { plan: PlanUnderReview }) {
  const { approval, revision, digest } = plan;
  const dismissed = dismissedApproval(plan);
  const submitted = plan.history.findLast(
    (one) => one.done === "submitted" && one.revision === revision,
  );
  return (
    <>
      <p data-testid="plan-state" role="status">
        <strong>{STATES[plan.state]}</strong>, revision {revision} of {momentOf(plan.revised_at)}:{" "}
        {titleOf(plan.option)}, drafted by {plan.author_name}. Digest{" "}
        <code title={digest}>{shortDigest(digest)}</code>
      </p>
      {approval && (
        <p>
          {approval.self_approved ? "Self-approved" : "Approved"} by {approval.actor_name} on{" "}
          {momentOf(approval.at)}.
        </p>
      )}
      {submitted?.said && (
        <p className="review-text">
          {submitted.actor_name} submitted it: {submitted.said}
        </p>
      )}
      {plan.score && (
        <p>
          Its forecast: <strong>{standingWords(plan.score)}</strong>. {plan.score.reason}{" "}
          <Link to="/scoreboard">The scoreboard</Link>
        </p>
      )}
      {dismissed && (
        <p>
          {dismissed.actor_name} approved revision {dismissed.revision}; a later revision dismissed
          that approval.
        </p>
      )}
      <p className="no-print">
        <a href={revisionBundleUrl(plan.id, revision)} download>
          The scripts of revision {revision}
        </a>{" "}
        <span className="small quiet">
          This panel is of the plan as it was kept; the rest of the page is of what is set above.
        </span>
      </p>
    </>
  );
}

/** Whoever approved an earlier revision looks for their approval: it holds for that one only. */
function dismissedApproval({ approval, revision, history }: PlanUnderReview) {
  const last = history.findLast(({ done }) => done === "approved");
  return approval === null && last && last.revision < revision ? last : null;
}

function Checks({ checks }: { checks: PlanUnderReview["checks"] }) {
  return (
    <ScrollRegion label="Checks">
      <table className="table small">
        <caption className="visually-hidden">Checks</caption>
        <tbody>
          {checks.map(({ code, level, text }) => (
            <tr key={`${code} ${text}`}>
              <th scope="row">{LEVELS[level]}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function History({ plan }: { plan: PlanUnderReview }) {
  const written = plan.revisions.map(({ number, author_name, created_at, note }) => ({
    at: created_at,
    text: `revision ${number} by ${author_name}`,
    said: note,
  }));
  const done = plan.history.map(({ done: what, at, actor_name, revision, said }) => ({
    at,
    text: `${DONE[what]} by ${actor_name}, revision ${revision}`,
    said,
  }));
  const all = [...written, ...done].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <details>
      <summary>What was done</summary>
      <ol className="small">
        {all.map(({ at, text, said }) => (
          <li key={at + text}>
            {momentOf(at)}: {text}
            {said && `: ${said}`}
          </li>
        ))}
      </ol>
    </details>
  );
}
