import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePlanEvents } from "@/api/events";
import {
  PLANS,
  type PlanRevision,
  type PlanUnderReview,
  planReviewQuery,
  planRevisionQuery,
} from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { PlanView } from "@/features/plan/plan-view";
import { optionName } from "@/lib/page-state";
import { pageOf } from "./asked";
import { Checks } from "./checks";
import { Comments } from "./comments";
import { Difference } from "./difference";
import { History } from "./history";
import { KeptAdvice } from "./kept-advice";
import { ReviewActions } from "./review-actions";
import { RevisionDownload } from "./revision-download";
import { RevisionFacts } from "./revision-facts";
import { RevisionNotice } from "./revision-notice";
import { RevisionSteps } from "./revision-steps";
import { Standing } from "./standing";
import { titleOf } from "./words";
import "@/features/plan/plan.css";
import "./review.css";

interface Props {
  planId: string;
  /** Which revision the address names; without one, the current. */
  asked: number | undefined;
}

/** One plan under review, as one of its revisions: every figure, statement and script is from what that revision stores. */
export function PlanReview({ planId, asked }: Props) {
  const { data: plan, error, isFetchedAfterMount } = useQuery(planReviewQuery(planId));
  if (error)
    return (
      <div className="stack">
        <h1>Plan</h1>
        <ProblemNotice problem={asProblem(error)} />
        <p>
          <Link to="/">All databases</Link>
        </p>
      </div>
    );
  if (!plan || !isFetchedAfterMount)
    return (
      <p className="quiet" role="status">
        Reading the plan …
      </p>
    );
  return <Opened plan={plan} asked={asked} />;
}

/** Without a number in the address it stays at the revision it opened with: none takes another's place unsaid. */
function Opened({ plan, asked }: { plan: PlanUnderReview; asked: number | undefined }) {
  const queries = useQueryClient();
  const [opened] = useState(plan.revision);
  usePlanEvents(plan.database_id, () => void queries.invalidateQueries({ queryKey: PLANS }));
  const number = asked ?? opened;
  const revision = plan.revisions.find((one) => one.number === number);
  return (
    <div className="stack">
      <header className="row">
        <h1>{titleOf(plan.option)}</h1>
        <span className="tag" data-testid="revision-tag">
          revision {number}
          {number === plan.revision ? ", the current one" : `, not the current one`}
        </span>
        <span>
          Plan by {plan.author_name} for{" "}
          <Link to="/databases/$databaseId" params={{ databaseId: plan.database_id }}>
            {plan.database}
          </Link>
        </span>
      </header>
      {revision ? (
        <RevisionPage key={number} plan={plan} revision={revision} />
      ) : (
        <div className="notice notice-bad stack-tight" role="alert">
          <p>The plan has no revision {number}.</p>
          <p>
            <Link
              to="/plans/$planId"
              params={{ planId: plan.id }}
              search={{ revision: plan.revision }}
            >
              Show revision {plan.revision}, the current one
            </Link>
          </p>
        </div>
      )}
    </div>
  );
}

function RevisionPage({ plan, revision }: { plan: PlanUnderReview; revision: PlanRevision }) {
  const current = revision.number === plan.revision;
  const [live] = useState(current);
  const { data: document, error } = useQuery(planRevisionQuery(plan.id, revision.number));
  const shown = { plan, revision, live, current };
  return (
    <>
      <RevisionNotice plan={plan} shown={revision.number} wasCurrent={live} />
      <Section title={`Revision ${revision.number}`} id="revision">
        <Standing shown={shown} />
        {error && <ProblemNotice problem={asProblem(error)} />}
        {document && <RevisionFacts revision={revision} document={document} />}
        <KeptAdvice revision={revision} />
        <RevisionDownload planId={plan.id} revision={revision.number} />
        <Today plan={plan} revision={revision} />
      </Section>
      {live && (
        <Section
          title="Review"
          id="review"
          intro="Somebody else looks at the plan before it is run. An approval is of the bytes of this revision, and seals the forecast."
        >
          {/* They are of the current revision. */}
          {current && <Checks checks={plan.checks} />}
          <ReviewActions shown={shown} document={document} />
        </Section>
      )}
      <Comments shown={shown} />
      <Difference planId={plan.id} revision={revision.number} />
      {document ? (
        <PlanView plan={document} steps={<RevisionSteps shown={shown} document={document} />} />
      ) : (
        !error && <p className="quiet plan-waiting">Reading the revision …</p>
      )}
      <History plan={plan} />
    </>
  );
}

/** The way to today's answer, which is another thing than the revision. */
function Today({ plan, revision }: { plan: PlanUnderReview; revision: PlanRevision }) {
  return (
    <p className="small quiet no-print">
      Everything on this page is what revision {revision.number} stores. Today’s answer to the same
      question may differ:{" "}
      <Link
        to="/databases/$databaseId/plan"
        params={{ databaseId: plan.database_id }}
        search={{ ...pageOf(revision).params, option: optionName(plan.option) }}
      >
        today’s answer
      </Link>
      .
    </p>
  );
}
