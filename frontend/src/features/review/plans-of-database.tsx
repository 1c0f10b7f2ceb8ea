import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { usePlanEvents } from "@/api/events";
import { PLANS, type PlanItem, plansQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { STATES, momentOf, titleOf } from "./words";

const SHOWN = 5;

/** The way to every plan of a database that people review; nothing where there is none. */
export function PlansOfDatabase({ databaseId }: { databaseId: string }) {
  const queries = useQueryClient();
  const plans = useQuery(plansQuery(databaseId));
  usePlanEvents(databaseId, () => void queries.invalidateQueries({ queryKey: PLANS }));
  if (plans.isError) return <ProblemNotice problem={asProblem(plans.error)} />;
  const items = plans.data?.items ?? [];
  if (items.length === 0) return null;
  const [first, rest] = [items.slice(0, SHOWN), items.slice(SHOWN)];
  return (
    <Section
      title="Plans under review"
      id="plans"
      intro="Each has a page of its own. What follows here is today’s answer, for what is set above: it is none of these plans."
    >
      <PlanList items={first} />
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, "older plan")}</summary>
          <PlanList items={rest} />
        </details>
      )}
    </Section>
  );
}

function PlanList({ items }: { items: readonly PlanItem[] }) {
  return (
    <ul>
      {items.map((plan) => (
        <li key={plan.id}>
          <Link
            to="/plans/$planId"
            params={{ planId: plan.id }}
            search={{ revision: plan.revision }}
          >
            {titleOf(plan.option)}, revision {plan.revision}
          </Link>
          , by {plan.author_name}, {momentOf(plan.revised_at)}:{" "}
          <strong>{STATES[plan.state]}</strong>
          {plan.open_comments > 0 && `, ${plural(plan.open_comments, "open comment")}`}
        </li>
      ))}
    </ul>
  );
}
