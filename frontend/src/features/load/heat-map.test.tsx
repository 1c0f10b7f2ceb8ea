import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { showInCase } from "@/test/show";
import type { PageState } from "@/lib/page-state";
import { HeatMap } from "./heat-map";

const READS = "db file sequential read";
const on = (day: number, part = {}) =>
  aPoint({
    begin_time: `2026-03-0${day}T09:00:00`,
    end_time: `2026-03-0${day}T10:00:00`,
    ...part,
  });
const timeline = aTimeline({ points: [on(2), on(3, { classes: { "DB CPU": 3 }, events: {} })] });

/** Of nine o'clock on both days. */
const nine = (state: PageState) => {
  showInCase(<HeatMap timeline={timeline} />, { state });
  const [, ...days] = within(screen.getByRole("table")).getAllByRole("row");
  return days.map((row) => within(row).getAllByRole("cell")[9]?.textContent);
};

it.each([
  ["all of it", {}, ["8", "8"], "Average active sessions by day and hour"],
  [
    "one class",
    { load_only: "User I/O" },
    ["6", ""],
    "User I/O: average active sessions by day and hour",
  ],
  [
    "one event",
    { load_by: "event", load_only: `User I/O/${READS}` },
    ["5", ""],
    `${READS}: average active sessions by day and hour`,
  ],
] as const)("shows %s that the load above is kept to", (_case, state, cells, name) => {
  expect(nine(state)).toEqual(cells);
  expect(screen.getByRole("table")).toHaveAccessibleName(name);
});
