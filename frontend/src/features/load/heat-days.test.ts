import { expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { heatDays, strongest } from "./heat-days";

const at = (begin_time: string | null, average_active_sessions: number | null) =>
  aPoint({ begin_time, average_active_sessions });

it("has a row for each day, the mean where an hour has several intervals, nothing where it has none", () => {
  const points = [
    at("2026-03-03T09:00:00", 4),
    at("2026-03-02T09:00:10", 2),
    at("2026-03-02T09:30:10", 6),
    at("2026-03-02T23:00:10", 0),
    at("2026-03-04T01:00:00", null),
    at(null, 9),
  ];
  const days = heatDays(aTimeline({ points }));
  expect(days.map(({ label, hours }) => [label, [...hours]])).toEqual([
    [
      "Mon 2 Mar",
      [
        [9, 4],
        [23, 0],
      ],
    ],
    ["Tue 3 Mar", [[9, 4]]],
  ]);
  expect(strongest(days)).toBe(4);
});

it("can be divided by where nothing ran", () => {
  expect(
    strongest(heatDays(aTimeline({ points: [at("2026-03-02T09:00:00", 0)] }))),
  ).toBeGreaterThan(0);
});
