import { lazy } from "react";
import type { Scoreboard } from "@/api/types";
import { ChartFrame } from "@/components/charts/chart-frame";
import { band, ratio } from "@/lib/format";
import { waitClassLabel } from "@/lib/wait-classes";
import { insideWords } from "./words";

const ScoreChart = lazy(() => import("@/components/charts/score-chart"));
const HEIGHT_PX = 320;

/** Totals and wait classes of every scored forecast: each a ratio, after / before, per transaction. */
export function scorePoints(rows: Scoreboard["rows"]) {
  return rows.flatMap((row) => {
    if (row.measured === null || row.inside === null) return [];
    const total = {
      name: `${row.database}, all DB time`,
      measured: row.measured,
      span: row.held ?? row.response_ratio,
      inside: row.inside,
    };
    const classes = row.classes.flatMap(({ wait_class, measured, forecast, inside }) =>
      inside === null
        ? []
        : [
            {
              name: `${row.database}, ${waitClassLabel(wait_class)}`,
              measured,
              span: forecast,
              inside,
            },
          ],
    );
    return [total, ...classes];
  });
}

export function ScorePlot({ rows }: { rows: Scoreboard["rows"] }) {
  const found = scorePoints(rows);
  const points = found.map(({ name, measured, span, inside }) => ({
    name,
    measured,
    forecast: span.expected,
    reach: [span.expected - span.low, span.high - span.expected] as [number, number],
    inside,
  }));
  return (
    <ChartFrame
      name="Forecast against measured"
      summary="Each forecast with its range against what was measured, as parts of the time a transaction took before. On the dashed line both are the same."
      heightPx={HEIGHT_PX}
      legend={[
        { label: "inside its range", color: "var(--calm)", mark: "dot" },
        { label: "outside (a cross)", color: "var(--bad)", mark: "dot" },
        { label: "forecast = measured", color: "var(--quiet)", mark: "line", dash: "3 2" },
      ]}
      table={{
        headings: ["What", "Forecast (range)", "Measured", "Range"],
        rows: found.map((one) => [
          one.name,
          band(one.span),
          ratio(one.measured),
          insideWords(one.inside),
        ]),
      }}
    >
      <ScoreChart points={points} heightPx={HEIGHT_PX} />
    </ChartFrame>
  );
}
