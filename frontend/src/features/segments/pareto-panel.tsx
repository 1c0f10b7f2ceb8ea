import { lazy } from "react";
import type { Frontier } from "@/api/types";
import { useCase } from "@/case/case";
import { useFrontier } from "@/case/pieces";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Section } from "@/components/ui/section";
import { type Unit, unitOf } from "@/lib/capacity";
import { bytes, figure, percent, plural } from "@/lib/format";
import { takesText } from "@/lib/frontier";
import { type ParetoRow, paretoRows } from "./pareto-rows";

const ParetoChart = lazy(() => import("@/components/charts/pareto-chart"));
const HEIGHT_PX = 200;
const MOST_OF_IT = 80;

function sentence(frontier: Frontier, rows: readonly ParetoRow[], unit: Unit): string {
  const enough = rows.find(({ part }) => part >= MOST_OF_IT);
  const all = rows.at(-1);
  if (!enough || !all) return "";
  return `${figure(enough.moves)} of ${plural(all.moves, "segment")} bring ${percent(enough.part)} of what all of them would save: ${takesText(frontier, enough, unit)}, of ${takesText(frontier, all, unit)}.`;
}

function Chart({ frontier }: { frontier: Frontier }) {
  const rows = paretoRows(frontier);
  const { asked } = useCase();
  const said = sentence(frontier, rows, unitOf(asked.ssd));
  return (
    <Section title="How few are enough" intro={said}>
      <ChartFrame
        name="Segments and saving"
        summary={`Part of the whole saving against the number of segments moved. ${said}`}
        heightPx={HEIGHT_PX}
        table={{
          headings: ["segments", "size", "of the saving"],
          rows: rows.map(({ moves, bytes: size, part }) => [
            figure(moves),
            bytes(size),
            percent(part),
          ]),
          figures: rows.map(({ moves, bytes: size, part }) => [moves, size, part]),
        }}
      >
        <ParetoChart rows={rows} heightPx={HEIGHT_PX} />
      </ChartFrame>
    </Section>
  );
}

/** What the first few segments bring of what all would save. Absent where nothing may move. */
export function ParetoPanel() {
  const { advice } = useCase();
  const frontier = useFrontier();
  if (!advice?.segments_sized) return null;
  if (frontier === undefined) return <div className="panel pareto-space" aria-busy="true" />;
  return frontier && frontier.points.length > 1 ? <Chart frontier={frontier} /> : null;
}
