import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aHeatMap } from "@/test/builders";
import { answer } from "@/test/server";
import { showInCase } from "@/test/show";
import { OverTimePanel } from "./over-time-panel";
import { headingsOf, rowsOf, stepTo, strengthOf } from "./rows";

const ROUTE = "GET /api/v1/databases/db_1/segments/hours";

it("tells zero, below and unknown apart", () => {
  const [hot, cold] = rowsOf(aHeatMap());
  expect(hot?.cells.map(({ kind }) => kind)).toEqual(["told", "unknown", "told"]);
  expect(cold?.cells.map(({ kind, reads }) => [kind, reads])).toEqual([
    ["told", 0],
    ["unknown", 0],
    ["below", 500],
  ]);
});

it("heads short steps by day and long ones by month", () => {
  expect(headingsOf(aHeatMap()).map(({ label, columns }) => [label, columns])).toEqual([
    ["2 Mar", 2],
    ["3 Mar", 1],
  ]);
  expect(headingsOf(aHeatMap({ step_s: 86_400 })).map(({ label }) => label)).toEqual(["Mar 2026"]);
});

it.each([
  ["ArrowRight", [0, 1]],
  ["ArrowDown", [1, 0]],
  ["End", [0, 2]],
  ["PageDown", [2, 0]],
  ["ArrowLeft", null],
  ["ArrowUp", null],
  ["a", null],
] as const)("goes by %s to %j", (key, to) => {
  expect(stepTo([0, 0], key, 3, 3)).toEqual(to);
});

it("gives what is read most the strongest colour, and a tenth of it a visible one", () => {
  expect([0, 100, 1_000, 5_000].map((reads) => strengthOf(reads, 1_000))).toEqual([0, 27, 85, 85]);
});

it("marks what is on SSD, and says what a cell is by the keyboard", async () => {
  answer(ROUTE, { body: aHeatMap() });
  showInCase(<OverTimePanel />);
  const grid = await screen.findByRole("grid", { name: "Reads of segments over time" });
  const names = within(grid)
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    "✓ SHOP.HOT on SSD",
    "SHOP.COLD not on SSD",
    "12 other segments of SHOP ",
  ]);
  await userEvent.tab();
  expect(
    screen.getByText("SHOP.HOT, on SSD, from 2 Mar, 08:00: 90 k reads an hour."),
  ).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{End}");
  expect(screen.getByText(/SHOP\.COLD, not on SSD, from 3 Mar, 08:00: at most 500/)).toBeVisible();
});

it("is absent where one interval tells", () => {
  answer(ROUTE, { body: aHeatMap({ intervals: 1 }) });
  showInCase(<OverTimePanel />);
  expect(screen.queryByRole("grid")).toBeNull();
});
