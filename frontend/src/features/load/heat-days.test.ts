import { expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { heatDays, strongest } from "./heat-days";

const at = (begin: string, end: string, average_active_sessions: number | null) =>
  aPoint({ begin_time: begin, end_time: end, average_active_sessions });
const shown = (points: ReturnType<typeof at>[]) =>
  heatDays(aTimeline({ points })).map(({ label, hours }) => [
    label,
    ...[...hours].map(([hour, sessions]) => `${hour}: ${sessions}`),
  ]);

it.each([
  ["nothing where nothing is known", [at("2026-03-04T01:00:00", "2026-03-04T02:00:00", null)], []],
  [
    "a row for each day in order, zero too",
    [
      at("2026-03-03T09:00:00", "2026-03-03T10:00:00", 4),
      at("2026-03-02T23:00:00", "2026-03-03T00:00:00", 0),
    ],
    [
      ["Mon 2 Mar", "23: 0"],
      ["Tue 3 Mar", "9: 4"],
    ],
  ],
  [
    "the mean by time where an hour has several",
    [
      at("2026-03-02T09:00:00", "2026-03-02T09:15:00", 2),
      at("2026-03-02T09:15:00", "2026-03-02T10:00:00", 6),
    ],
    [["Mon 2 Mar", "9: 5"]],
  ],
  [
    "an interval of several hours in each of them, over midnight too",
    [at("2026-03-02T22:30:00", "2026-03-03T01:00:00", 3)],
    [
      ["Mon 2 Mar", "22: 3", "23: 3"],
      ["Tue 3 Mar", "0: 3"],
    ],
  ],
  [
    "no hour of which an interval has some seconds alone",
    [at("2026-03-02T09:00:17", "2026-03-02T10:00:17", 3)],
    [["Mon 2 Mar", "9: 3"]],
  ],
])("has %s", (_, points, rows) => expect(shown(points)).toEqual(rows));

it("has what is asked of a point, and no hour where that is not known", () => {
  const [one, other] = [
    at("2026-03-02T09:00:00", "2026-03-02T10:00:00", 8),
    at("2026-03-02T10:00:00", "2026-03-02T11:00:00", 8),
  ];
  const known: Record<string, number> = { Commit: 3 };
  const points = [
    { ...one, classes: known },
    { ...other, classes: {} },
  ];
  const [day] = heatDays(aTimeline({ points }), ({ classes }) => classes.Commit ?? null);
  expect([...(day?.hours ?? [])]).toEqual([[9, 3]]);
});

it("can be divided by where nothing ran", () => {
  const idle = [at("2026-03-02T09:00:00", "2026-03-02T10:00:00", 0)];
  expect(strongest(heatDays(aTimeline({ points: idle })))).toBeGreaterThan(0);
});
