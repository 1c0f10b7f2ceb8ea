import type { ComparedFigure, Comparison } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Value } from "@/components/ui/value";
import { UNKNOWN, band, figure } from "@/lib/format";

function judgement({ within_forecast: within }: Comparison): string {
  if (within == null) return ", and nothing it foresees has changed, so it is not held against it";
  return within ? ", so inside its P10–P90 range" : ", so outside its P10–P90 range";
}

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

/** Average waits and rates: what a device answers is seen here. */
function Figures({ rows }: { rows: readonly ComparedFigure[] }) {
  if (rows.length === 0) return null;
  return (
    <ScrollRegion label="Average waits and rates">
      <table className="table small">
        <caption className="visually-hidden">Average waits and rates, before and after</caption>
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

/** The guard: figures of periods that cannot be held against each other would only mislead. */
function NotComparable({ comparison }: { comparison: Comparison }) {
  return (
    <div className="notice notice-warn" data-testid="measured">
      <p>
        <strong>The reports before and after cannot be compared,</strong> so nothing is said about
        what the change did, nor about the forecast.
      </p>
      <Reasons comparison={comparison} />
    </div>
  );
}

/** What really happened: the sentence, the waits, and why it may mean less than it seems. */
export function Measured({ comparison }: { comparison: Comparison }) {
  if (!comparison.comparable) return <NotComparable comparison={comparison} />;
  const { predicted_response_ratio: predicted } = comparison;
  return (
    <div className="notice" data-testid="measured">
      <p>
        <strong>{comparison.headline}</strong>
      </p>
      <Figures rows={comparison.figures} />
      <p>
        {comparison.text}
        {predicted && ` The forecast was ${band(predicted)}${judgement(comparison)}.`}
      </p>
      <Reasons comparison={comparison} />
    </div>
  );
}
