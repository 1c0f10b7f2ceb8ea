import type { Comparison } from "@/api/types";
import { UNKNOWN, figure } from "@/lib/format";
import { changeText, keyNumbers } from "./picture";

const shown = (value: number | null, unit: string) =>
  value === null ? UNKNOWN : `${figure(value)} ${unit}`.trim();

/** The three that matter: what a transaction takes, what a read takes, and how many there are. */
export function KeyNumbers({ comparison }: { comparison: Comparison }) {
  return (
    <dl className="key-numbers">
      {keyNumbers(comparison).map(({ name, before, after, unit, forecast }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="key-number num">
              {shown(before, "")} → {shown(after, unit)}
            </span>{" "}
            <span className="quiet">{changeText(before, after)}</span>
          </dd>
          {forecast && (
            <dd className="small quiet">
              forecast {figure(forecast.expected)} ({figure(forecast.low)}–{figure(forecast.high)})
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
