import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PlanUnderReview, planReviewQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import type { Advice } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { PlanPanel } from "@/features/plan/plan-panel";
import { SealForecast } from "@/features/scoreboard/seal-forecast";
import { isOffline } from "@/lib/offline";
import { Answered } from "./answered";

export function PlanTab() {
  const { state } = useCase();
  const revises = isOffline() ? undefined : state.revises;
  return (
    <Answered tab="plan">
      {(advice) =>
        revises ? (
          <Revising key={revises} planId={revises} advice={advice} />
        ) : (
          <Answer advice={advice} />
        )
      }
    </Answered>
  );
}

function Answer({ advice, plan }: { advice: Advice; plan?: PlanUnderReview }) {
  const { database, option, params } = useCase();
  // What the page begins with stays what it was, whatever others do to the plan.
  const [from] = useState(() => plan?.revisions.find(({ number }) => number === plan.revision));
  return (
    <>
      <PlanPanel
        key={option}
        databaseId={database.id}
        advice={advice}
        option={option}
        params={params}
        revises={plan && from && { plan, from }}
      />
      <Allowed scope="plans:write" to="seal forecasts">
        <SealForecast key={`seal ${option}`} advice={advice} />
      </Allowed>
    </>
  );
}

/** The page begins with the names and the place of the plan's current revision. */
function Revising({ planId, advice }: { planId: string; advice: Advice }) {
  const { data: plan, error } = useQuery(planReviewQuery(planId));
  if (!plan && !error)
    return (
      <p className="quiet tab-space" role="status">
        Reading the plan …
      </p>
    );
  return (
    <>
      {error && <ProblemNotice problem={asProblem(error)} />}
      <Answer advice={advice} {...(plan && { plan })} />
    </>
  );
}
