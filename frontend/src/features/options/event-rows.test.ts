import { describe, expect, it } from "vitest";
import { aComparedEvent, aComparison, anOption, optionDetails } from "@/test/builders";
import { type EventRow, eventRows, foldRows } from "./event-rows";

const aRow = (event: string, part: Partial<EventRow> = {}): EventRow => ({
  event,
  waitClass: "Other",
  today: null,
  predicted: null,
  measured: null,
  ...part,
});

describe("today beside predicted", () => {
  it("has one row for each event, most time first, and nothing measured", () => {
    expect(eventRows(optionDetails(), anOption(), undefined)).toEqual([
      aRow("db file sequential read", { waitClass: "User I/O", today: 7040, predicted: 1200 }),
      aRow("DB CPU", { waitClass: "CPU", today: 2000, predicted: 2000 }),
    ]);
  });

  it("leaves an event unknown that only one side names", () => {
    const details = optionDetails({ wait_events_today: [] });
    const [first] = eventRows(details, anOption(), undefined);
    expect(first).toMatchObject({ event: "DB CPU", today: null, predicted: 2000 });
  });
});

describe("with a report from after the change, all three stand at the work done after it", () => {
  it.each([
    ["the same work", { before_txn_per_s: 100, after_txn_per_s: 110 }, 3600],
    ["twice the work", { before_txn_per_s: 100, after_txn_per_s: 200 }, 7200],
    ["work that no report tells", { before_txn_per_s: null, after_txn_per_s: 200 }, 3600],
    ["no rate after", { before_txn_per_s: 100, after_txn_per_s: null }, 3600],
  ])("%s: %o", (_case, rates, today) => {
    const events = [aComparedEvent({ before_s_per_hour: 3600 })];
    const comparison = aComparison({ ...rates, events });
    expect(eventRows(optionDetails(), anOption(), comparison)).toEqual([
      aRow("db file sequential read", {
        waitClass: "User I/O",
        today,
        predicted: 900,
        measured: 1000,
      }),
    ]);
  });

  it("keeps unknown unknown", () => {
    const events = [aComparedEvent({ predicted_s_per_hour: null, after_s_per_hour: null })];
    const [row] = eventRows(optionDetails(), anOption(), aComparison({ events }));
    expect(row).toMatchObject({ predicted: null, measured: null });
  });
});

describe("folding", () => {
  const rows = [
    aRow("a", { today: 9 }),
    aRow("b", { today: 5, measured: 1 }),
    aRow("c", { today: 2 }),
  ];

  it.each([
    [3, ["a", "b", "c"]],
    [2, ["a", "b", "other events"]],
    [1, ["a", "other events"]],
  ])("keeps the %d largest", (most, events) => {
    expect(foldRows(rows, most).map((row) => row.event)).toEqual(events);
  });

  it("adds up what is known and keeps unknown unknown", () => {
    expect(foldRows(rows, 1)[1]).toMatchObject({ today: 7, measured: 1, predicted: null });
  });
});
