import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { show } from "@/test/show";
import { TimelinePanel } from "./timeline-panel";

const table = () => within(screen.getByRole("table", { hidden: true }));
const cells = () =>
  table()
    .getAllByRole("row", { hidden: true })
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe("load over time", () => {
  it.each([
    ["no time line", null],
    ["no interval", aTimeline({ points: [] })],
    ["one interval", aTimeline({ points: [aPoint()] })],
  ])("is absent with %s", (_case, timeline) => {
    show(<TimelinePanel timeline={timeline} intro="Made from all 2 intervals." />);
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("is a table too; unknown is said, never 0", () => {
    const points = [
      aPoint(),
      aPoint({ average_active_sessions: null, read_wait_pct: null, txn_per_s: null, used: false }),
    ];
    show(<TimelinePanel timeline={aTimeline({ points })} intro="Made from all 2 intervals." />);
    expect(cells()).toEqual([
      ["2 Mar, 09:00", "2 Mar, 10:00", "8", "75 %", "120", "✓ used"],
      [
        "2 Mar, 09:00",
        "2 Mar, 10:00",
        ...Array.from({ length: 3 }, () => "—not in this report"),
        "not used",
      ],
    ]);
  });

  it("lists gaps and restarts", () => {
    const notes = [
      { code: "gap", message: "No report between 10:00 and 12:00." },
      { code: "restart", message: "Instance shop1 was restarted at 11:00." },
    ];
    show(<TimelinePanel timeline={aTimeline({ notes })} intro="Made from all 2 intervals." />);
    const list = within(screen.getByRole("list", { name: "Gaps and restarts" }));
    expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual(
      notes.map((note) => note.message),
    );
  });

  it("has no list without them", () => {
    show(<TimelinePanel timeline={aTimeline()} intro="Made from all 2 intervals." />);
    expect(screen.queryByRole("list")).toBeNull();
  });
});
