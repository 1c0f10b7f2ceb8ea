import { describe, expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { summary, timelineRows, usedText } from "./timeline-rows";

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

describe("which intervals the advice is made from", () => {
  const idle = aPoint({ used: false });
  it.each([
    [aTimeline(), "The advice is made from all 2 intervals."],
    [
      aTimeline({ window: "busiest", points: [idle, aPoint()] }),
      "The advice is made from the busiest of 2 intervals: 2 Mar, 09:00 to 2 Mar, 10:00.",
    ],
    [
      aTimeline({ window: "p95", points: [idle, aPoint()] }),
      "The advice is made from the 95th-percentile one of 2 intervals: 2 Mar, 09:00 to 2 Mar, 10:00.",
    ],
    [
      aTimeline({ points: [unknown, aPoint()] }),
      "The advice is made from the only usable one of 2 intervals: 2 Mar, 09:00 to 2 Mar, 10:00.",
    ],
    [
      aTimeline({ points: [unknown, aPoint(), aPoint()] }),
      "The advice is made from 2 of 3 intervals; the others hold no DB time.",
    ],
  ])("case %#: %s", (timeline, text) => expect(usedText(timeline)).toBe(text));
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
