import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { LoadTooltip } from "@/components/charts/load-chart";
import { aPoint, aTimeline, anAdvice } from "@/test/builders";
import { show, showInCase } from "@/test/show";
import type { PageState } from "@/lib/page-state";
import { SessionsPanel } from "./sessions-panel";

const clock = (hour: number) => `2026-03-02T${String(hour).padStart(2, "0")}:00:00`;
const hour = (begin: number, part = {}) =>
  aPoint({ begin_time: clock(begin), end_time: clock(begin + 1), used: begin === 9, ...part });
/** Ten hours, one of them without a report. */
const points = [8, 9, 10, 11, 13, 14, 15, 16, 17].map((begin) => hour(begin));

function showLoad(state: PageState = {}, timeline = aTimeline({ points })) {
  const change = vi.fn();
  showInCase(<SessionsPanel advice={anAdvice()} timeline={timeline} />, { change, state });
  return change;
}

it("says how many gaps are hatched and lists them no more", () => {
  showLoad({}, aTimeline({ points, notes: [{ code: "gap", message: "No report between." }] }));
  expect(screen.getByText(/Hatched: no report \(1 gap\)/)).toBeVisible();
  expect(screen.queryByText("No report between.")).toBeNull();
});

it("hatches the same gaps in the overview", () => {
  showLoad();
  const group = screen.getByRole("group", { name: "Overview of all hours" });
  const gaps = [...group.querySelectorAll<HTMLElement>(".overview-gap")];
  expect(gaps.map(({ style }) => [style.left, style.width])).toEqual([["40%", "10%"]]);
});

it("keeps one class alone and brings all back", async () => {
  const change = showLoad();
  const layers = within(screen.getByRole("group", { name: "Keep only" }));
  await userEvent.click(layers.getByRole("button", { name: "User I/O" }));
  expect(change).toHaveBeenLastCalledWith({ load_only: "User I/O" });
});

it("brings all back from one alone", async () => {
  const change = showLoad({ load_only: "DB CPU" });
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(change).toHaveBeenLastCalledWith({ load_only: undefined });
});

it("stacks events, and forgets what was kept of the classes", async () => {
  const change = showLoad({ load_only: "User I/O" });
  await userEvent.click(screen.getByRole("radio", { name: "Events" }));
  expect(change).toHaveBeenLastCalledWith({ load_by: "event", load_only: undefined });
});

it.each([
  ["View from", "{ArrowRight}", { view_from: "2026-03-02T08:12", view_to: "2026-03-02T18:00" }],
  ["View to", "{Home}", { view_from: "2026-03-02T08:00", view_to: "2026-03-02T09:00" }],
])("looks at other hours by keys, %s %s, and leaves the answer's", async (label, keys, part) => {
  const change = showLoad();
  screen.getByRole("slider", { name: label }).focus();
  await userEvent.keyboard(keys);
  expect(change).toHaveBeenCalledExactlyOnceWith(part);
});

it("moves what is in view, and back to all hours", async () => {
  const change = showLoad({ view_from: "2026-03-02T09:00", view_to: "2026-03-02T11:00" });
  screen.getByRole("slider", { name: "Hours in view" }).focus();
  await userEvent.keyboard("{End}");
  expect(change).toHaveBeenLastCalledWith({
    view_from: "2026-03-02T16:00",
    view_to: "2026-03-02T18:00",
  });
  await userEvent.click(screen.getByRole("button", { name: "All hours" }));
  expect(change).toHaveBeenLastCalledWith({ view_from: undefined, view_to: undefined });
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const cells = (name: string) =>
  within(
    within(screen.getByRole("table", { name: "Average active sessions of two windows" })).getByRole(
      "row",
      { name: new RegExp(name) },
    ),
  )
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

it("puts a typed window beside the hours of the answer", () => {
  const calm = { classes: { "DB CPU": 2, "User I/O": 0 }, average_active_sessions: 2, events: {} };
  showLoad({}, aTimeline({ points: [hour(8, calm), hour(9)] }));
  type("Window from", "2026-03-02T08:00");
  type("Window to", "2026-03-02T09:00");
  expect(cells("User I/O")).toEqual(["6", "0", "−100 %"]);
  expect(cells("Total")).toEqual(["8", "2", "−75 %"]);
});

it("draws no axis where no times are printed", () => {
  showLoad(
    {},
    aTimeline({ points: [hour(8), hour(9)].map((one) => ({ ...one, begin_time: null })) }),
  );
  expect(screen.getByText(/there is no time axis/)).toBeVisible();
});

it("says in the order of the stack what an hour is made of, and its total", () => {
  const series = ["User I/O", "DB CPU", "Commit"].map((key) => ({ key, name: key, color: "red" }));
  const bar = {
    from: 0,
    to: 1,
    label: () => "9",
    values: { "User I/O": 6, "DB CPU": 2, Commit: 0 },
  };
  show(<LoadTooltip bar={bar} series={series} />);
  expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    " DB CPU2",
    " User I/O6",
    "Total8",
  ]);
});
