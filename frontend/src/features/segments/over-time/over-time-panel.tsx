import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { segmentHoursQuery } from "@/api/advice";
import type { HeatMap } from "@/api/types";
import { useCase } from "@/case/case";
import { Section } from "@/components/ui/section";
import { hours, plural } from "@/lib/format";
import { optionLabel } from "@/lib/options";
import { HeatTable } from "./heat-table";
import "./over-time.css";

const LOOK = "Point at a cell, or go from one to the next with the arrow keys.";
const S_PER_HOUR = 3_600;

export function OverTime({ map }: { map: HeatMap }) {
  const [looked, setLooked] = useState("");
  return (
    <>
      <p className="over-legend small" aria-hidden="true">
        {(
          [
            ["told", "more reads, stronger"],
            ["below", "not in the list of that time: fewer reads than its last one"],
            ["unknown", "no report tells"],
          ] as const
        ).map(([kind, words]) => (
          <span key={kind}>
            <span className={`over-mark over-cell-${kind}`} />
            {words}
          </span>
        ))}
        <span>✓ on SSD</span>
      </p>
      <div className="table-scroll">
        <HeatTable map={map} onLook={setLooked} />
      </div>
      <p className="quiet small over-told no-print">{looked || LOOK}</p>
    </>
  );
}

/** What segments read over time, and which are on SSD. Absent where no two steps are told. */
export function OverTimePanel() {
  const { database, asked, option } = useCase();
  const { data: map } = useQuery(segmentHoursQuery(database.id, asked, option));
  if (!map || map.intervals < 2) return null;
  const step = hours(map.step_s / S_PER_HOUR);
  const intro = `Buffered reads of the ${plural(map.segments.length, "busiest segment")}, then of the others by owner, in steps of ${step}: ${plural(map.intervals, "interval")}. ✓ is on SSD with: ${optionLabel(option)}.`;
  return (
    <Section title="When segments are read" intro={intro}>
      <OverTime map={map} />
    </Section>
  );
}
