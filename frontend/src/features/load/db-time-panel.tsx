import { useState } from "react";
import type { Advice, TimeSlice } from "@/api/types";
import { StackedBar } from "@/components/charts/stacked-bar";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { SmallRowsButton } from "@/components/ui/small-rows-button";
import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { RATES_UNKNOWN, figure, percent, seconds } from "@/lib/format";
import { UNEXPLAINED, waitClassColor, waitClassLabel } from "@/lib/wait-classes";
import { TopEvents } from "./top-events";
import "./db-time-panel.css";

function summary(slices: readonly TimeSlice[]): string {
  const parts = slices.map(
    (slice) => `${waitClassLabel(slice.name)} ${percent(slice.db_time_pct)}`,
  );
  return `DB time: ${parts.join(", ")}`;
}

function intro({ db_time }: Advice) {
  const { db_time_s_per_hour: total, average_active_sessions: aas, slices } = db_time;
  if (slices.length === 0) return "DB time is not in this report.";
  if (total == null) return `Shares of DB time: ${RATES_UNKNOWN}.`;
  const sessions = aas == null ? "" : `, ${figure(aas)} active sessions on average`;
  return `${seconds(total)} s of DB time in an hour${sessions}.`;
}

const WORTH_A_ROW_PCT = 0.5;

/** The bar as a table; classes too thin to see in the bar come on demand. */
function Legend({ slices }: { slices: readonly TimeSlice[] }) {
  const [all, setAll] = useState(false);
  const large = slices.filter(
    ({ name, db_time_pct: pct }) => pct >= WORTH_A_ROW_PCT || name === UNEXPLAINED,
  );
  const hidden = slices.length - large.length;
  return (
    <ScrollRegion label="DB time by wait class">
      <table className="table">
        <caption className="visually-hidden">DB time by wait class</caption>
        <thead>
          <tr>
            <th scope="col">Where DB time goes</th>
            <th scope="col" className="right">
              s per hour
            </th>
            <th scope="col" className="right">
              of DB time
            </th>
            <th scope="col" className="no-print">
              <span className="visually-hidden">Source</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? slices : large).map((slice) => (
            <tr key={slice.name}>
              <td>
                <span className="legend-name">
                  <span
                    className={`icon-dot ${slice.name === UNEXPLAINED ? "hatched" : ""}`}
                    style={{ backgroundColor: waitClassColor(slice.name) }}
                  />
                  {waitClassLabel(slice.name)}
                </span>
              </td>
              <td className="right">
                <Value>{seconds(slice.time_s_per_hour)}</Value>
              </td>
              <td className="right">
                <Value>{percent(slice.db_time_pct)}</Value>
              </td>
              <td className="no-print">
                <SourceButton
                  of={`${waitClassLabel(slice.name)} time`}
                  evidence={slice.evidence}
                  field="time_s"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SmallRowsButton
        hidden={hidden}
        belowPct={WORTH_A_ROW_PCT}
        shown={all}
        onToggle={() => setAll(!all)}
      />
    </ScrollRegion>
  );
}

/** Where the time goes: one bar, the same as a table, and the events behind it. */
export function DbTimePanel({ advice }: { advice: Advice }) {
  const { slices, double_counted_s_per_hour: twice, evidence } = advice.db_time;
  return (
    <Section
      title="Where the time goes"
      intro={intro(advice)}
      aside={<SourceButton of="DB time" evidence={evidence} field="time_s" />}
    >
      <StackedBar
        summary={summary(slices)}
        parts={slices.map((slice) => ({
          name: slice.name,
          label: `${waitClassLabel(slice.name)} ${percent(slice.db_time_pct)}`,
          value: slice.db_time_pct,
          color: waitClassColor(slice.name),
          hatched: slice.name === UNEXPLAINED,
        }))}
      />
      {twice != null && twice > 0 && (
        <p className="small">
          The parts exceed DB time by {seconds(twice)} s in an hour: CPU counted while waiting.
        </p>
      )}
      <div className="db-time-columns">
        <Legend slices={slices} />
        <TopEvents events={advice.top_events} />
      </div>
    </Section>
  );
}
