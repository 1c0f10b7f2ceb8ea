import { expect, it } from "vitest";
import { aPoint } from "@/test/builders";
import { layersOf } from "./stacks";
import { spansOf } from "./time-line";
import { inWindow, meanOf } from "./windows";

const hour = (begin: number, end: number, cpu: number, txn_per_s: number | null = 10) =>
  aPoint({
    begin_time: `2026-03-02T${String(begin).padStart(2, "0")}:00:17`,
    end_time: `2026-03-02T${String(end).padStart(2, "0")}:00:17`,
    average_active_sessions: cpu,
    classes: { "DB CPU": cpu },
    events: {},
    txn_per_s,
  });
const points = [hour(8, 9, 2), hour(9, 12, 6, 30), hour(12, 13, 1, null)];
const spans = spansOf({ points });
const layers = layersOf(points, "class");
const clock = (time: string) => Date.parse(`2026-03-02T${time}Z`);

it.each([
  ["08:00", "09:00", [0]],
  ["08:00", "12:00", [0, 1]],
  ["09:00", "10:00", []],
  ["00:00", "23:00", [0, 1, 2]],
])("from %s to %s: those whose middle lies in it", (from, to, places) => {
  const found = inWindow(spans, { from: clock(from), to: clock(to) });
  expect(found.map(({ place }) => place)).toEqual(places);
});

it.each([
  [[0, 1], { intervals: 2, total: 5, txnPerS: 25 }],
  [[2], { intervals: 1, total: 1, txnPerS: null }],
  [[0, 2], { intervals: 2, total: 1.5, txnPerS: null }],
])("the mean of %o is weighed by time", (places, mean) =>
  expect(
    meanOf(
      places.flatMap((place) => spans[place] ?? []),
      layers,
    ),
  ).toMatchObject(mean),
);

it("is not known where no interval tells its load", () => {
  const untold = spansOf({ points: [{ ...hour(8, 9, 2), average_active_sessions: null }] });
  expect(meanOf(untold, layers)).toBeNull();
});
