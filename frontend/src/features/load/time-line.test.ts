import { describe, expect, it } from "vitest";
import { aPoint } from "@/test/builders";
import {
  atClock,
  clockOf,
  gapsOf,
  runsOf,
  spansOf,
  stretchText,
  tickText,
  timeTicks,
  wholeOf,
} from "./time-line";

const at = (clock: string) => atClock(`2026-03-${clock}`) ?? NaN;
const stretch = (from: string, to: string) => ({ from: at(from), to: at(to) });
const point = (begin: string | null, end: string | null) =>
  aPoint({
    begin_time: begin && `2026-03-${begin}:00`,
    end_time: end && `2026-03-${end}:00`,
  });
const NINE = point("02T09:00", "02T10:00");
const TEN = point("02T10:00", "02T11:00");

it.each([
  [
    [NINE, TEN],
    [0, 1],
  ],
  [
    [TEN, NINE],
    [1, 0],
  ],
  [[point(null, "02T09:00"), NINE, point("02T09:00", null)], [1]],
  [[point("02T10:00", "02T10:00"), point("02T10:00", "02T09:00")], []],
  [
    [point("02T09:00", "02T12:00"), point("02T09:00", "02T10:00")],
    [1, 0],
  ],
])("intervals with times come in their order, case %#", (points, places) =>
  expect(spansOf({ points }).map(({ place }) => place)).toEqual(places),
);

const HOURS = [stretch("02T09:00", "02T10:00"), stretch("02T10:01", "02T11:00")];

it.each([
  ["reports that follow on each other", HOURS, []],
  [
    "a missing hour",
    [...HOURS, stretch("02T12:00", "02T13:00")],
    [stretch("02T11:00", "02T12:00")],
  ],
  [
    "a long interval over a missing one",
    [
      stretch("02T09:00", "02T12:00"),
      stretch("02T09:00", "02T10:00"),
      stretch("02T11:30", "02T13:00"),
    ],
    [],
  ],
  ["none", [], []],
])("gaps: %s", (_, spans, gaps) => expect(gapsOf(spans)).toEqual(gaps));

it("puts what follows on each other together", () => {
  expect(runsOf([...HOURS, stretch("02T12:00", "02T13:00")])).toEqual([
    stretch("02T09:00", "02T11:00"),
    stretch("02T12:00", "02T13:00"),
  ]);
  expect(wholeOf(HOURS)).toEqual(stretch("02T09:00", "02T11:00"));
});

it.each([
  [stretch("02T09:00", "02T11:00"), 5, ["09:00", "09:30", "10:00", "10:30", "11:00"]],
  [stretch("02T09:10", "02T09:50"), 3, ["09:15", "09:30", "09:45"]],
  [stretch("02T00:00", "03T12:00"), 4, ["2 Mar", "12:00", "3 Mar", "12:00"]],
  [stretch("02T09:00", "30T09:00"), 5, ["9 Mar", "16 Mar", "23 Mar", "30 Mar"]],
])("ticks of %o", (whole, most, texts) => {
  const ticks = timeTicks(whole, most);
  expect(ticks.map(tickText)).toEqual(texts);
  expect(ticks.length).toBeLessThanOrEqual(most);
});

it("has few ticks however long it is", () => {
  const years = { from: 0, to: 40 * 365 * 86_400_000 };
  expect(timeTicks(years, 8).length).toBeLessThanOrEqual(8);
  expect(timeTicks(years, 8).length).toBeGreaterThan(2);
});

describe("in words", () => {
  it.each([
    [stretch("02T09:00", "02T11:00"), "2 Mar, 09:00 – 11:00"],
    [stretch("02T22:00", "03T01:00"), "2 Mar, 22:00 – 3 Mar, 01:00"],
  ])("%o", (one, text) => expect(stretchText(one)).toBe(text));

  it("states a moment as the address has it and reads it back", () => {
    expect(clockOf(at("02T09:30"))).toBe("2026-03-02T09:30");
    expect(atClock(undefined)).toBeNull();
  });
});
