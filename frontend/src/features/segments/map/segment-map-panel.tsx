import { useQuery } from "@tanstack/react-query";
import { lazy, useMemo, useState } from "react";
import { segmentMapQuery } from "@/api/advice";
import type { Advice, SegmentMap } from "@/api/types";
import { useCase } from "@/case/case";
import { ChartFrame, type ChartTable } from "@/components/charts/chart-frame";
import { Section } from "@/components/ui/section";
import { UNKNOWN, bytes, plural, seconds } from "@/lib/format";
import { optionLabel } from "@/lib/options";
import { type Cell, PLACES, SCALE, cellText, cellsOf, unsizedText } from "./cells";
import { MapLegend } from "./map-legend";
import "./map.css";

const MapChart = lazy(() => import("./map-chart"));
const HEIGHT_PX = 320;
const NO_BOX = { x: 0, y: 0, width: 1, height: 1 };
const LOOK =
  "Point at a segment, or go from one to the next with the arrow keys. A click filters the table below.";

function tableOf(map: SegmentMap): ChartTable {
  const cells = cellsOf(map, NO_BOX);
  const words = new Map(PLACES.map(({ place, label }) => [place, label]));
  return {
    headings: ["segment", "size", "place", "saves, s/h/GiB", "what it saves"],
    rows: cells.map(({ name, sizeBytes, place, density, saves }) => [
      name,
      bytes(sizeBytes),
      words.get(place) ?? "",
      density === null ? UNKNOWN : seconds(density),
      saves,
    ]),
    figures: cells.map(({ name, sizeBytes, place, density, saves }) => [
      name,
      sizeBytes,
      place,
      density,
      saves,
    ]),
  };
}

function summaryOf({ segments, groups }: SegmentMap): string {
  const grouped = groups.reduce((sum, one) => sum + one.segments, 0);
  const all = plural(segments.length + grouped, "segment");
  const rest = grouped > 0 ? `, the ${segments.length} largest one by one` : "";
  return `${all} of known size by area${rest}; the stronger the colour, the more a GiB saves.`;
}

function Drawn({ map }: { map: SegmentMap }) {
  const { change } = useCase();
  const [looked, setLooked] = useState<Cell | null>(null);
  const table = useMemo(() => tableOf(map), [map]);
  const colors = SCALE.map((name, step) => ({ name, color: `var(--save-${step})` }));
  return (
    <>
      <ChartFrame
        name="Map of segments"
        summary={summaryOf(map)}
        heightPx={HEIGHT_PX}
        controls={<MapLegend />}
        colors={colors}
        table={table}
        pressable
      >
        <MapChart
          map={map}
          heightPx={HEIGHT_PX}
          onLook={setLooked}
          onChoose={(cell) => change(cell.narrowed)}
        />
      </ChartFrame>
      <p className="quiet small map-told no-print">{looked ? cellText(looked) : LOOK}</p>
    </>
  );
}

/** Where is what: every segment of known size as an area, in or out of the option. Absent where no size is known. */
export function SegmentMapPanel({ advice }: { advice: Advice }) {
  const { database, asked, option } = useCase();
  const { data: map } = useQuery(segmentMapQuery(database.id, asked, option));
  if (!advice.segments_sized) return null;
  if (!map) return <div className="panel map-space" aria-busy="true" />;
  const intro = `${summaryOf(map)} In or out for: ${optionLabel(option)}. ${unsizedText(map.unsized)}`;
  return (
    <Section title="Where is what" intro={intro.trim()}>
      <Drawn map={map} />
    </Section>
  );
}
