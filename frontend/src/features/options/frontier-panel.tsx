import { lazy } from "react";
import type { Advice, Frontier } from "@/api/types";
import { useCase } from "@/case/case";
import { useFrontier } from "@/case/pieces";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Section } from "@/components/ui/section";
import { Term } from "@/components/ui/term";
import { type Unit, capacityBytes, inUnit, readCapacity, unitOf } from "@/lib/capacity";
import { usableBytes } from "@/lib/devices";
import { figure, gainFigure, plural } from "@/lib/format";
import { kneePoint, lastPoint, neededBytes, takesText } from "@/lib/frontier";
import { gainPct } from "./view";

const FrontierChart = lazy(() => import("@/components/charts/frontier-chart"));
const HEIGHT_PX = 300;

function rowsOf(frontier: Frontier, unit: Unit) {
  return frontier.points.map((point) => ({
    amount: inUnit(neededBytes(frontier, point), unit).amount,
    moves: point.moves,
    gain: gainPct(point.response_ratio.expected),
    band: [gainPct(point.response_ratio.high), gainPct(point.response_ratio.low)] as [
      number,
      number,
    ],
  }));
}

const KNEE = "The knee";

/** The sentence of the chart: what the knee gives, and beyond what nothing more is gained. */
function sentence(frontier: Frontier, unit: Unit): string {
  const [knee, last] = [kneePoint(frontier), lastPoint(frontier)];
  if (!last) return "";
  const first = knee
    ? `${KNEE}: ${plural(knee.moves, "move")}, ${takesText(frontier, knee, unit)}, take ${gainFigure(knee)} off DB time. `
    : "";
  return `${first}Beyond ${takesText(frontier, last, unit)} (${gainFigure(last)}) more SSD gains nothing.`;
}

/** What every amount of SSD would save, placed as well as can be. */
export function FrontierPanel({ advice }: { advice: Advice }) {
  const { asked } = useCase();
  const frontier = useFrontier();
  const unit = unitOf(asked.ssd);
  if (frontier === undefined)
    return (
      <Section title="How much SSD">
        <div className="frontier-space" />
      </Section>
    );
  if (!frontier)
    return (
      <Section title="How much SSD">
        <p>No segment with a known size may move, so there is nothing to draw here.</p>
      </Section>
    );
  const rows = rowsOf(frontier, unit);
  const knee = kneePoint(frontier);
  const stated = readCapacity(asked.ssd);
  const said = sentence(frontier, unit);
  return (
    <Section
      title="How much SSD"
      intro={
        said.startsWith(KNEE) ? (
          <>
            <Term word="knee">{KNEE}</Term>
            {said.slice(KNEE.length)}
          </>
        ) : (
          said
        )
      }
    >
      <ChartFrame
        name="SSD and gain"
        summary={`Less DB time against SSD. ${said}`}
        heightPx={HEIGHT_PX}
        legend={[
          { label: "less DB time, best segments", color: "var(--gain)", mark: "line" },
          {
            label: "its range",
            color: "color-mix(in srgb, var(--gain) 22%, var(--panel))",
            mark: "area",
          },
        ]}
        table={{
          headings: [`SSD, ${unit}`, "moves", "less DB time", "from", "to"],
          rows: rows.map(({ amount, moves, gain, band }) => [
            figure(amount),
            figure(moves),
            ...[gain, ...band].map((value) => `${value.toFixed(1)} %`),
          ]),
          figures: rows.map(({ amount, moves, gain, band }) => [amount, moves, gain, ...band]),
        }}
      >
        <FrontierChart
          rows={rows}
          unit={unit}
          knee={knee && inUnit(neededBytes(frontier, knee), unit).amount}
          capacity={inUnit(stated ? capacityBytes(stated) : usableBytes(advice), unit).amount}
          ceiling={advice.verdict.ceiling_db_time_pct}
          heightPx={HEIGHT_PX}
        />
      </ChartFrame>
    </Section>
  );
}
