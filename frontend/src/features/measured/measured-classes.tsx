import { useState } from "react";
import type { ComparedClass, Comparison } from "@/api/types";
import { MeasuredPlot } from "@/components/charts/measured-plot";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SmallRowsButton } from "@/components/ui/small-rows-button";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure } from "@/lib/format";
import { waitClassLabel } from "@/lib/wait-classes";
import { JudgementMark } from "./before-after";

const TOTAL = "total";
const WORTH_A_ROW_PCT = 1;

const NOT_PRINTED = "not printed in these reports";
const CHANGES: Record<NonNullable<ComparedClass["change"]>, string> = {
  more: "yes",
  less: "yes",
  new: "new",
  gone: "gone",
  "as-before": "no",
  "not-printed": "not known",
};

const ms = (value: number | null) => (value === null ? UNKNOWN : figure(value));

/** The most that a class takes before, in the forecast or after. */
function height({ before_ms_per_txn: before, after_ms_per_txn: after, ...row }: ComparedClass) {
  return Math.max(before ?? 0, after ?? 0, row.predicted_ms_per_txn?.high ?? 0);
}

/** "5.92 (2.6–10.3)"; one figure where the forecast leaves the class as it is. */
function predictedText({ predicted_ms_per_txn: span }: ComparedClass): string {
  if (span === null) return UNKNOWN;
  return span.low === span.high
    ? figure(span.expected)
    : `${figure(span.expected)} (${figure(span.low)}–${figure(span.high)})`;
}

function Row({ row, most, forecast }: { row: ComparedClass; most: number; forecast: boolean }) {
  return (
    <tr className={row.wait_class === TOTAL ? "measured-total" : ""}>
      <th scope="row">
        {row.wait_class === TOTAL ? "All DB time" : waitClassLabel(row.wait_class)}
      </th>
      <td className="right">
        <Value why={NOT_PRINTED}>{ms(row.before_ms_per_txn)}</Value>
      </td>
      {forecast && (
        <td className="right">
          <Value why="no forecast">{predictedText(row)}</Value>
        </td>
      )}
      <td className="right">
        <Value why={NOT_PRINTED}>{ms(row.after_ms_per_txn)}</Value>
      </td>
      <td>{row.change && CHANGES[row.change]}</td>
      {forecast && (
        <td>
          <JudgementMark judgement={row.judgement ?? null} />
        </td>
      )}
      <td aria-hidden="true">
        <MeasuredPlot
          before={row.before_ms_per_txn}
          after={row.after_ms_per_txn}
          predicted={row.predicted_ms_per_txn}
          most={most}
        />
      </td>
    </tr>
  );
}

/** Before, forecast and after in milliseconds per transaction, class by class. */
export function MeasuredClasses({ comparison }: { comparison: Comparison }) {
  const [all, setAll] = useState(false);
  const { classes } = comparison;
  if (classes.length === 0) return null;
  const most = Math.max(...classes.map(height));
  const large = classes.filter((row) => 100 * height(row) >= WORTH_A_ROW_PCT * most);
  const hidden = classes.length - large.length;
  const forecast = classes.some((row) => row.predicted_ms_per_txn !== null);
  return (
    <div className="stack-tight">
      <h3 className="plain-heading">Milliseconds of DB time per transaction, by wait class</h3>
      <p className="small">
        Hollow circle: before. {forecast && "Bar: the forecast’s range. "}Diamond: measured after
        the change.
      </p>
      <ScrollRegion label="Wait classes compared">
        <table className="table small measured-classes">
          <caption className="visually-hidden">
            Milliseconds of DB time per transaction, by wait class
          </caption>
          <thead>
            <tr>
              <th scope="col">Wait class</th>
              <th scope="col" className="right">
                Before
              </th>
              {forecast && (
                <th scope="col" className="right">
                  Forecast (range)
                </th>
              )}
              <th scope="col" className="right">
                After
              </th>
              <th scope="col">Changed</th>
              {forecast && <th scope="col">Measured is</th>}
              <td aria-hidden="true" />
            </tr>
          </thead>
          <tbody>
            {(all ? classes : large).map((row) => (
              <Row key={row.wait_class} row={row} most={most} forecast={forecast} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <SmallRowsButton
        hidden={hidden}
        belowPct={WORTH_A_ROW_PCT}
        shown={all}
        onToggle={() => setAll(!all)}
      />
    </div>
  );
}
