import { useState } from "react";
import type { PlanDocument } from "@/api/types";
import { AllRowsButton } from "@/components/ui/all-rows-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { UNKNOWN, bytes, figure, plural } from "@/lib/format";

const FIRST = 20;
type Assumption = PlanDocument["assumptions"][number];

function bandText({ low, high }: Assumption): string {
  return low == null || high == null ? UNKNOWN : `${figure(low)} to ${figure(high)}`;
}

function valueText({ value, unit }: Assumption): string {
  const text = typeof value === "number" ? figure(value) : value;
  return `${text ?? UNKNOWN} ${unit}`.trim();
}

/** Segments that the plan does not touch. */
export function Stays({ stays }: { stays: PlanDocument["stays"] }) {
  const [all, setAll] = useState(false);
  if (stays.length === 0) return null;
  const shown = all ? stays : stays.slice(0, FIRST);
  return (
    <Section title="What stays, and why" long>
      <ScrollRegion label="What stays">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Segment</th>
              <th scope="col">Tablespace</th>
              <th scope="col" className="right">
                Size
              </th>
              <th scope="col" className="plan-why">
                Why
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ pdb, owner, name, subobject, tablespace, size_bytes, reason }) => (
              <tr key={[pdb, owner, name, subobject].join(".")}>
                <th scope="row">
                  {pdb && `${pdb}: `}
                  {owner}.{name} {subobject}
                </th>
                <td>{tablespace ?? UNKNOWN}</td>
                <td className="right num">{bytes(size_bytes)}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <AllRowsButton
        first={FIRST}
        total={stays.length}
        of="segments"
        shown={all}
        onToggle={() => setAll(!all)}
      />
    </Section>
  );
}

/** What was not known when the plan was made, and what was taken instead. */
export function PlanAssumptions({ assumptions }: { assumptions: readonly Assumption[] }) {
  if (assumptions.length === 0) return null;
  return (
    <Section title="Assumptions">
      <details>
        <summary>{plural(assumptions.length, "assumption")}, each with its source</summary>
        <ScrollRegion label="Assumptions of the plan">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Assumption</th>
                <th scope="col" className="right">
                  Value
                </th>
                <th scope="col" className="right">
                  Range
                </th>
                <th scope="col">Source</th>
              </tr>
            </thead>
            <tbody>
              {assumptions.map((one) => (
                <tr key={one.name}>
                  <th scope="row">{one.title || one.name}</th>
                  <td className="right num">{valueText(one)}</td>
                  <td className="right num">{bandText(one)}</td>
                  <td>{one.source}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </Section>
  );
}
