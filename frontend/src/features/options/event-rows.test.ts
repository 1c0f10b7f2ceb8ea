import { describe, expect, it } from "vitest";
import { anAdvice, anOption } from "@/test/builders";
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
    expect(eventRows(anAdvice(), anOption(), undefined)).toEqual([
      aRow("db file sequential read", { waitClass: "User I/O", today: 7040, predicted: 1200 }),
      aRow("DB CPU", { waitClass: "CPU", today: 2000, predicted: 2000 }),
    ]);
  });

  it("leaves an event unknown that only one side names", () => {
    const advice = anAdvice({ wait_events_today: [] });
    const [first] = eventRows(advice, anOption(), undefined);
    expect(first).toMatchObject({ event: "DB CPU", today: null, predicted: 2000 });
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
