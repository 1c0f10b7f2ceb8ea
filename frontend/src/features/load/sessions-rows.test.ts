import { describe, expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { sessionsRows, statedHours, summary } from "./sessions-rows";

const unknown = aPoint({
  average_active_sessions: null,
  read_wait_pct: null,
  used: false,
  classes: {},
});

describe("one row for each interval", () => {
  it.each([
    [aPoint(), { label: "2 Mar, 09:00", until: "2 Mar, 10:00" }],
    [aPoint({ begin_time: null }), { label: "snapshot 100" }],
    [aPoint({ begin_time: null, begin_snap: null }), { label: "—" }],
    [unknown, { used: false }],
  ])("case %#", (point, row) =>
    expect(sessionsRows(aTimeline({ points: [point] }))[0]).toMatchObject(row),
  );

  it("keeps two intervals of the same hour apart", () => {
    const rows = sessionsRows(aTimeline({ points: [aPoint(), aPoint()] }));
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

describe("the hours from one interval to another", () => {
  const [nine, ten] = [9, 10].map((hour) =>
    aPoint({
      begin_time: `2026-03-02T${String(hour).padStart(2, "0")}:00:17`,
      end_time: `2026-03-02T${hour + 1}:00:17`,
    }),
  );
  it.each([
    [nine, ten, { hours_from: "2026-03-02T09:00", hours_to: "2026-03-02T11:00" }],
    [ten, nine, { hours_from: "2026-03-02T09:00", hours_to: "2026-03-02T11:00" }],
    [nine, nine, { hours_from: "2026-03-02T09:00", hours_to: "2026-03-02T10:00" }],
    [nine, aPoint({ begin_time: null }), null],
  ])("case %#", (one, other, hours) => {
    if (!one || !other) throw new Error("no interval");
    expect(statedHours(one, other)).toEqual(hours);
  });
});
