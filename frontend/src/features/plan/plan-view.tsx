import type { ReactNode } from "react";
import type { PlanDocument } from "@/api/types";
import { LedgerPanel } from "./ledger-panel";
import { PlacementPanel } from "./placement-panel";
import { PlanAssumptions, Stays } from "./plan-rest";
import { PlanSteps } from "./plan-steps";

interface Props {
  plan: PlanDocument;
  /** Its steps, where there is more to them than reading. */
  steps?: ReactNode;
}

/** The plan as it was worked out: what it takes, where things go, what is run, what stays. */
export function PlanView({ plan, steps }: Props) {
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
      {steps ?? <PlanSteps plan={plan} />}
      <Stays stays={plan.stays} />
      <PlanAssumptions assumptions={plan.assumptions} />
    </>
  );
}
