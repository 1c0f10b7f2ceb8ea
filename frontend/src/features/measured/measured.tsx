import type { ComparedFigure, ComparedPart, Comparison } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure } from "@/lib/format";

function Reasons({ comparison }: { comparison: Comparison }) {
  return comparison.reasons.map((reason) => (
    <p key={reason} className="small">
      {reason}
    </p>
  ));
}

/** Waits are shown in milliseconds. */
function shown(value: number | null, unit: string): string {
  if (value === null) return UNKNOWN;
  return unit === "µs" ? `${figure(value / 1000)} ms` : `${figure(value)} ${unit}`;
}

function movedText({ moved }: ComparedFigure): string {
  if (moved === null) return "";
  return moved ? "yes" : "no";
}

/** Average waits, the work of a transaction and rates: what a device answers is seen here. */
function Figures({ rows }: { rows: readonly ComparedFigure[] }) {
  if (rows.length === 0) return null;
  return (
    <ScrollRegion label="Average waits, work and rates">
      <table className="table small">
        <caption className="visually-hidden">
          Average waits, work and rates, before and after
        </caption>
        <thead>
          <tr>
            <th scope="col">Average</th>
            <th scope="col" className="right">
              Before
            </th>
            <th scope="col" className="right">
              After
            </th>
            <th scope="col">Moved</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td className="right">
                <Value>{shown(row.before, row.unit)}</Value>
              </td>
              <td className="right">
                <Value>{shown(row.after, row.unit)}</Value>
              </td>
              <td>{movedText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const difference = (value: number) => `${value > 0 ? "+" : "−"}${figure(Math.abs(value))} ms`;

const WORTH_A_ROW = 0.01;

/** What the difference in DB time per transaction is made of; the largest comes first. */
function Parts({ rows }: { rows: readonly ComparedPart[] }) {
  const least = WORTH_A_ROW * Math.abs(rows[0]?.ms_per_txn ?? 0);
  if (rows.length === 0) return null;
  return (
    <ScrollRegion label="What the difference is made of">
      <table className="table small">
        <caption className="visually-hidden">
          What the difference in DB time per transaction is made of
        </caption>
        <thead>
          <tr>
            <th scope="col">Part of the difference</th>
            <th scope="col" className="right">
              Per transaction
            </th>
            <th scope="col">Mostly</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => Math.abs(row.ms_per_txn) >= least)
            .map((row) => (
              <tr key={`${row.cause} ${row.name}`}>
                <th scope="row">{row.name}</th>
                <td className="right">
                  <Value>{difference(row.ms_per_txn)}</Value>
                </td>
                <td>{row.event}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What was measured in full: the waits, the sentence, and why it may mean less than it seems. */
export function Measured({ comparison }: { comparison: Comparison }) {
  return (
    <>
      <Figures rows={comparison.comparable ? comparison.figures : []} />
      {comparison.comparable && <p>{comparison.text}</p>}
      <Parts rows={comparison.parts} />
      <Reasons comparison={comparison} />
    </>
  );
}
