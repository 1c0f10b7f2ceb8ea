import { type ReactNode, useState } from "react";
import type { PlanDocument } from "@/api/types";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { OperationList } from "./operation-list";
import { type PlannedStep, plannedSteps } from "./operation-text";

function Statements({ step, operations }: PlannedStep) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(operations.length, "statement")}</summary>
      {open && <OperationList operations={operations} label={`Statements of ${step.file}`} />}
    </details>
  );
}

/** What stands between back quotes is to be typed. */
function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>));
}

/** A step: what it does, and what it costs; below that what there is to read of it. */
export function PlanStep({ step, children }: { step: PlannedStep["step"]; children: ReactNode }) {
  const facts = [
    ["Who", step.who],
    ["Outage", step.outage],
    ["Cost", step.cost],
    ["Way back", step.back],
  ];
  return (
    <li className="plan-step">
      <div>
        <strong>{step.what}</strong> <code className="quiet">{step.file}</code>
      </div>
      <dl className="plan-step-facts small">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <WithCode text={value ?? ""} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  );
}

/** What is run, in order. */
export function PlanSteps({ plan }: { plan: PlanDocument }) {
  return (
    <Section title="Steps, in order" long>
      <ol className="plan-steps">
        {plannedSteps(plan).map((planned) => (
          <PlanStep key={planned.step.file} step={planned.step}>
            {planned.operations.length > 0 && <Statements {...planned} />}
          </PlanStep>
        ))}
      </ol>
    </Section>
  );
}
