import { columnsOf, widths } from "@/features/segments/columns";
import { SegmentGridRow } from "@/features/segments/segment-grid-row";
import { SegmentHeading } from "@/features/segments/segment-heading";
import { OptionsTable } from "@/features/options/options-table";
import { NotKnown } from "@/features/options/not-known";
import type { CSSProperties } from "react";
import type { RankedSegment } from "@/api/types";
import { OverTime } from "@/features/segments/over-time/over-time-panel";
import { aHeatMap, aSegment, anAdvice, anOption } from "@/test/builders";
import type { Shown } from "../shown";
import "@/features/segments/segments.css";
import "@/features/options/options.css";

const nothing = () => undefined;
const row = (segment: RankedSegment | undefined, tiers = false) => (
  <div
    className="segment-grid"
    style={{ "--columns": widths(columnsOf(tiers)), height: "5.5rem" } as CSSProperties}
  >
    <div role="table" aria-label="Ranked segments">
      <div role="rowgroup" className="grid-head">
        <div role="row" className="grid-row">
          {columnsOf(tiers).map((column) => (
            <SegmentHeading
              key={column.id}
              column={column}
              sort="size"
              dir="desc"
              onSort={nothing}
            />
          ))}
        </div>
      </div>
      <div role="rowgroup" className="grid-body">
        <SegmentGridRow
          segment={segment}
          index={0}
          start={0}
          columns={columnsOf(tiers)}
          measure={nothing}
        />
      </div>
    </div>
  </div>
);
/** 30 segments over 84 steps; the second day nobody tells, the last ones are left out at night. */
function aWeek() {
  const steps = Array.from({ length: 84 }, (_, at) =>
    new Date(Date.UTC(2026, 2, 2) + at * 7_200_000).toISOString().slice(0, 19),
  );
  const [hot] = aHeatMap().segments;
  const segments = Array.from({ length: 30 }, (_, number) => {
    const told = steps.map((_step, at) => {
      if (Math.floor(at / 12) === 1) return null;
      return Math.round((100_000 / (number + 1)) * (1.2 + Math.sin((at / 12) * 2 * Math.PI)));
    });
    const least = told.map((one) => (one !== null && one < 3_000 ? 0 : one));
    const most = told.map((one) => (one !== null && one < 3_000 ? 3_000 : one));
    return {
      ...hot,
      name: `SEGMENT_${number}`,
      least,
      most,
      place: number < 8 ? ("in" as const) : ("out" as const),
    };
  });
  return aHeatMap({ steps, step_s: 7_200, intervals: 72, segments, groups: [] } as never);
}
const out = { included: false, reason: "Its size is not known." } as const;
const options = [
  anOption({
    option: "none",
    title: "Do nothing",
    state: "no-gain",
    state_text: "no gain",
    response_ratio: { low: 1, expected: 1, high: 1 },
  }),
  anOption(),
  anOption({
    option: "indexes",
    title: "All indexes",
    state: "possible",
    state_text: "may gain",
    response_ratio: { low: 0.6, expected: 0.8, high: 1.01 },
  }),
  anOption({
    option: "temp",
    title: "Temp on SSD",
    state: "unknown",
    state_text: "not known",
    response_ratio: null,
  }),
];

export const shown: readonly Shown[] = [
  {
    component: "Segments over time",
    states: {
      "on SSD, below the list, not known": <OverTime map={aHeatMap()} />,
      "a week by two hours": <OverTime map={aWeek()} />,
    },
  },
  {
    component: "Segment",
    states: {
      moves: row(aSegment({ included: true })),
      "stays, of unknown size": row(
        aSegment({ ...out, size_bytes: null, benefit_density_s_per_hour_per_gib: null }),
      ),
      "from one tier to another": row(
        aSegment({ included: true, lies: "SAS", tier: "NVMe" }),
        true,
      ),
      "not fetched yet": row(undefined),
    },
  },
  {
    component: "Options",
    states: {
      "each state": (
        <OptionsTable
          advice={anAdvice({ options })}
          asked={{}}
          selected="segments"
          onSelect={nothing}
        />
      ),
      "why one is not known": (
        <NotKnown
          advice={anAdvice({
            options: [
              anOption({
                state: "unknown",
                not_known: {
                  least_pct: 0,
                  most_pct: 40,
                  why: "list-cut",
                  text: "30 % of DB time may be in waits beyond the end of the list.",
                  bring: "Upload the whole report of that hour.",
                },
              }),
            ],
          })}
        />
      ),
    },
  },
];
