import type { LoadRow } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure } from "@/lib/format";

const shown = (value: number | null) => (value == null ? UNKNOWN : figure(value));

/** The load profile of the hours used, as the report prints it. */
export function LoadProfile({ rows }: { rows: readonly LoadRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title="Load profile" long>
      <ScrollRegion label="Table of the load profile">
        <table className="table small">
          <caption className="visually-hidden">Load profile</caption>
          <thead>
            <tr>
              <th scope="col">Of the hours used</th>
              <th scope="col" className="right">
                a second
              </th>
              <th scope="col" className="right">
                a transaction
              </th>
              <th scope="col" className="no-print">
                <span className="visually-hidden">Source</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ metric, label, unit, per_s: second, per_txn: txn, evidence }) => (
              <tr key={metric ?? label}>
                <th scope="row">
                  {label}
                  {unit && <span className="quiet">, {unit}</span>}
                </th>
                <td className="right">
                  <Value>{shown(second)}</Value>
                </td>
                <td className="right">
                  <Value>{shown(txn)}</Value>
                </td>
                <td className="no-print">
                  <SourceButton of={label} evidence={evidence} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}
