import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type PlanItem, waitingPlansQuery } from "@/api/plans";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { momentOf, titleOf } from "./words";

const SHOWN = 5;
const WAITS_FOR: Partial<Record<PlanItem["state"], (plan: PlanItem) => string>> = {
  "in-review": ({ revision, author_name }) =>
    `revision ${revision}, by ${author_name}, waits for approval`,
  approved: ({ approval }) =>
    approval
      ? `approved by ${approval.actor_name} on ${momentOf(approval.at)}, not marked as carried out`
      : "approved, not marked as carried out",
};
const ORDER = Object.keys(WAITS_FOR);

/** Plans that nobody has approved or carried out yet, those to be approved first. Nothing at all while there is none. */
export function WaitingPlans() {
  const plans = useQuery(waitingPlansQuery);
  const waiting = (plans.data?.items ?? []).toSorted(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state),
  );
  if (waiting.length === 0) return null;
  return (
    <Section title="Plans that wait for somebody" id="waiting-plans">
      <ul>
        {waiting.slice(0, SHOWN).map((plan) => (
          <li key={plan.id}>
            <Link
              to="/plans/$planId"
              params={{ planId: plan.id }}
              search={{ revision: plan.revision }}
            >
              {titleOf(plan.option)}, {plan.database}
            </Link>
            : {WAITS_FOR[plan.state]?.(plan)}
          </li>
        ))}
      </ul>
      {waiting.length > SHOWN && (
        <p className="quiet small">
          And {plural(waiting.length - SHOWN, "plan")} more, on the tab Plan of their databases.
        </p>
      )}
    </Section>
  );
}
