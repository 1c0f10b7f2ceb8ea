import { describe, expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { summary, timelineRows } from "./timeline-rows";

const unknown = aPoint({ average_active_sessions: null, read_wait_pct: null, used: false });

describe("one row for each interval", () => {
  it.each([
    [aPoint(), { label: "2 Mar, 09:00", until: "2 Mar, 10:00", reading: 6, rest: 2 }],
    [aPoint({ begin_time: null }), { label: "snapshot 100" }],
    [aPoint({ begin_time: null, begin_snap: null }), { label: "—" }],
    [aPoint({ read_wait_pct: null }), { reading: 0, rest: 8 }],
    [aPoint({ read_wait_pct: 0 }), { reading: 0, rest: 8 }],
    [unknown, { reading: null, rest: null, used: false }],
  ])("case %#", (point, row) =>
    expect(timelineRows(aTimeline({ points: [point] }))[0]).toMatchObject(row),
  );

  it("keeps two intervals of the same hour apart", () => {
    const rows = timelineRows(aTimeline({ points: [aPoint(), aPoint()] }));
    expect(new Set(rows.map((row) => row.key)).size).toBe(2);
  });
});

describe("the chart in one sentence", () => {
  it.each([
    [
      aTimeline(),
      "Average active sessions in 2 intervals: 2 to 8, most at 2 Mar, 09:00 (75 % in reads).",
    ],
    [
      aTimeline({ points: [unknown, aPoint()] }),
      "Average active sessions in 2 intervals: 8 to 8, most at 2 Mar, 09:00 (75 % in reads).",
    ],
    [aTimeline({ points: [unknown] }), "No interval tells its active sessions."],
  ])("case %#", (timeline, text) => expect(summary(timeline)).toBe(text));
});
