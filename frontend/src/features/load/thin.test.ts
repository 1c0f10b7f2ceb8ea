import { expect, it } from "vitest";
import { aPoint } from "@/test/builders";
import { thin } from "./thin";
import type { Span } from "./time-line";

const HOUR = 3_600_000;
/** An interval an hour, with these loads; null is a gap. */
const spans = (loads: readonly (number | null)[]): Span[] =>
  loads.flatMap((load, place) =>
    load === null
      ? []
      : [
          {
            from: place * HOUR,
            to: (place + 1) * HOUR,
            place,
            point: aPoint({ average_active_sessions: load }),
          },
        ],
  );
const load = ({ point }: Span) => point.average_active_sessions ?? 0;
const drawn = (loads: readonly (number | null)[], most: number, from = 0, to = loads.length) =>
  thin(spans(loads), { from: from * HOUR, to: to * HOUR }, most, load).map((one) => [
    one.from / HOUR,
    one.to / HOUR,
    load(one.span),
    one.stands,
  ]);

it.each([
  [
    "few are drawn as they are",
    [1, 2],
    2,
    0,
    2,
    [
      [0, 1, 1, 1],
      [1, 2, 2, 1],
    ],
  ],
  [
    "many by their busiest",
    [1, 5, 2, 3],
    2,
    0,
    4,
    [
      [0, 2, 5, 2],
      [2, 4, 3, 2],
    ],
  ],
  [
    "nothing over a gap",
    [4, 1, null, 3],
    1,
    0,
    4,
    [
      [0, 2, 4, 2],
      [3, 4, 3, 1],
    ],
  ],
  [
    "what is in view alone",
    [9, 1, 2, 9],
    2,
    1,
    3,
    [
      [1, 2, 1, 1],
      [2, 3, 2, 1],
    ],
  ],
  [
    "what is in view in part",
    [9, 1, 2, 9],
    9,
    0.5,
    1.5,
    [
      [0, 1, 9, 1],
      [1, 2, 1, 1],
    ],
  ],
  ["none", [], 3, 0, 1, []],
])("%s", (_, loads, most, from, to, rows) => expect(drawn(loads, most, from, to)).toEqual(rows));

it("puts the same intervals together while the view moves", () => {
  const loads = Array.from({ length: 200 }, (_, place) => place);
  const ends = (from: number) => drawn(loads, 20, from, from + 100).map(([, end]) => end);
  const still = ends(0).filter((end) => end !== undefined && end > 50 && end < 90);
  expect(still.length).toBeGreaterThan(5);
  expect(ends(7)).toEqual(expect.arrayContaining(still));
});

it("never loses a peak, wherever it lies, and keeps few", () => {
  for (let peak = 0; peak < 1500; peak += 61) {
    const loads = Array.from({ length: 1500 }, (_, place) => (place === peak ? 50 : place % 5));
    const rows = drawn(loads, 300);
    expect(rows.length).toBeLessThanOrEqual(301);
    expect(Math.max(...rows.map(([, , value]) => value ?? 0))).toBe(50);
    expect(rows.reduce((sum, row) => sum + (row[3] ?? 0), 0)).toBe(1500);
  }
});
