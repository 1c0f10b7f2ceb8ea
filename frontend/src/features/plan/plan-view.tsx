import type { PlanDocument } from "@/api/types";
import { LedgerPanel } from "./ledger-panel";
import { PlacementPanel } from "./placement-panel";
import { PlanAssumptions, Stays } from "./plan-rest";
import { PlanSteps } from "./plan-steps";

/** The plan as it was worked out: what it takes, where things go, what is run, what stays. */
export function PlanView({ plan }: { plan: PlanDocument }) {
  return (
    <>
      {plan.warnings.length > 0 && (
        <div className="notice notice-warn">
          <ul className="plan-warnings">
            {plan.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <LedgerPanel plan={plan} />
      <PlacementPanel plan={plan} />
      <PlanSteps plan={plan} />
      <Stays stays={plan.stays} />
      <PlanAssumptions assumptions={plan.assumptions} />
    </>
  );
}
