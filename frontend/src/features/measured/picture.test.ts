import { describe, expect, it } from "vitest";
import { aComparedClass, aComparedFigure, aComparison, anAdvice, anOption } from "@/test/builders";
import { changeText, foreseenPicture, keyNumbers, measuredPicture } from "./picture";

const span = (low: number, expected: number, high: number) => ({ low, expected, high });
const row = (
  wait_class: string,
  before: number | null,
  forecast: ReturnType<typeof span> | null,
  after: number | null,
) =>
  aComparedClass({
    wait_class,
    before_ms_per_txn: before,
    predicted_ms_per_txn: forecast,
    after_ms_per_txn: after,
  });
const TOTAL = row("total", 100, span(20, 30, 50), 40);
const reads = row("User I/O", 80, span(5, 10, 20), 20);
const cpu = row("DB CPU", 18, span(18, 18, 18), 18);
const small = [row("Network", 1, span(1, 1, 1), null), row("Other", 0.5, span(0.5, 0.5, 0.5), 0.5)];

describe("what was measured", () => {
  it("is three stacks, the forecast with the range of the total", () => {
    const picture = measuredPicture(aComparison({ classes: [reads, cpu, TOTAL] }));
    expect(picture?.stacks).toEqual([
      { name: "Before", values: { "User I/O": 80, "DB CPU": 18 }, total: 100, range: null },
      {
        name: "Forecast",
        values: { "User I/O": 10, "DB CPU": 18 },
        total: 30,
        range: span(20, 30, 50),
      },
      { name: "Measured", values: { "User I/O": 20, "DB CPU": 18 }, total: 40, range: null },
    ]);
  });

  it("is two where there is no forecast", () => {
    const classes = [row("User I/O", 80, null, 20), row("total", 100, null, 40)];
    const picture = measuredPicture(aComparison({ classes }));
    expect(picture?.stacks.map(({ name }) => name)).toEqual(["Before", "Measured"]);
  });

  it("has small classes as one, which is not judged", () => {
    const picture = measuredPicture(aComparison({ classes: [reads, ...small, TOTAL] }));
    expect(picture?.classes.map(({ name }) => name)).toEqual(["User I/O", "Other classes"]);
    expect(picture?.classes[1]).toMatchObject({
      before: 1.5,
      forecast: span(1.5, 1.5, 1.5),
      after: 0.5,
      judgement: null,
    });
  });

  it("draws nothing for what is not printed: that is not zero", () => {
    const lost = row("Commit", null, null, 9);
    const picture = measuredPicture(aComparison({ classes: [reads, lost, TOTAL] }));
    expect(picture?.stacks.map(({ values }) => "Commit" in values)).toEqual([false, false, true]);
  });

  it.each([
    [{ comparable: false, classes: [reads, TOTAL] }],
    [{ classes: [] }],
    [{ classes: [TOTAL] }],
  ])("is no picture where it cannot be compared, case %#", (part) =>
    expect(measuredPicture(aComparison(part))).toBeNull(),
  );
});

const event = (wait_class: string, time_s: number) => ({
  event: wait_class,
  wait_class,
  time_s,
  time_s_low: null,
  time_s_high: null,
});

describe("what is foreseen", () => {
  const details = { wait_events_today: [event("User I/O", 7000), event("DB CPU", 2000)] };
  const option = anOption({
    wait_events_after: [event("User I/O", 1000), event("DB CPU", 2000)],
    response_ratio: span(0.3, 0.4, 0.5),
  });

  it("is today and the forecast with its range, in seconds of an hour", () =>
    expect(foreseenPicture(anAdvice(), details, option)?.stacks).toEqual([
      { name: "Today", values: { "User I/O": 7000, "DB CPU": 2000 }, total: 10_000, range: null },
      {
        name: "Forecast",
        values: { "User I/O": 1000, "DB CPU": 2000 },
        total: 4000,
        range: span(3000, 4000, 5000),
      },
    ]));

  it.each([
    [{ response_ratio: null }, {}],
    [{ wait_events_after: [] }, {}],
    [{}, { db_time_s_per_hour: null }],
  ])("is no picture without a forecast or a rate, case %#", (part, dbTime) => {
    const advice = anAdvice();
    const told = { db_time: { ...advice.db_time, ...dbTime } };
    expect(foreseenPicture(told, details, { ...option, ...part })).toBeNull();
  });
});

it.each([
  [100, 47, "−53 %"],
  [100, 104, "+4 %"],
  [100, 100.2, "as before"],
  [0, 3, "new"],
  [0, 0, "as before"],
  [null, 3, null],
  [3, null, null],
])("from %s to %s: %s", (before, after, text) => expect(changeText(before, after)).toBe(text));

it.each([
  [["db file sequential read", "direct path read"], "db file sequential read"],
  [["direct path read"], "direct path read"],
  [["log file sync"], undefined],
])("of %o the read is %s", (names, read) => {
  const figures = names.map((name) => aComparedFigure({ name }));
  expect(keyNumbers(aComparison({ classes: [TOTAL], figures }))[1]?.name).toBe(read);
});
