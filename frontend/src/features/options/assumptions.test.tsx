import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Assumption } from "@/api/types";
import { anOption } from "@/test/builders";
import { showInCase } from "@/test/show";
import { Assumptions } from "./assumptions";

const assumption = (name: string, part: Partial<Assumption> = {}): Assumption => ({
  name,
  value: null,
  low: null,
  high: null,
  unit: "µs",
  source: "catalogue",
  title: `the ${name}`,
  influence: null,
  least: null,
  most: null,
  ...part,
});

const READ = assumption("read", {
  value: 280,
  low: 160,
  high: 420,
  influence: 0.62,
  least: 1,
  most: 1e4,
});

async function opened(part: Parameters<typeof showInCase>[1] = {}) {
  const change = vi.fn();
  const option = anOption({ assumptions: [READ, assumption("disk")] });
  showInCase(<Assumptions option={option} />, { change, ...part });
  await userEvent.click(screen.getByRole("button", { name: "2 assumptions" }));
  await screen.findByRole("dialog");
  return change;
}

it("says what matters most before the drawer is opened", () => {
  showInCase(<Assumptions option={anOption({ assumptions: [READ] })} />);
  expect(screen.getByText("Most of the uncertainty: the read (62 %).")).toBeVisible();
});

it("shows title, part, value and range; an unknown value is said", async () => {
  await opened();
  const rows = screen.getAllByRole("row").slice(1);
  const texts = rows.map((row) => [...row.children].map((cell) => cell.textContent));
  expect(texts).toEqual([
    ["the read", "62 %", "280 µs160 to 420", "", "catalogue"],
    ["the disk", "", "—not in this report", "", "catalogue"],
  ]);
});

it("takes a value that is known better", async () => {
  const change = await opened({ state: { assume: ["other=1"] } });
  await userEvent.type(screen.getByLabelText("State: the read"), "200{Enter}");
  expect(change).toHaveBeenCalledExactlyOnceWith({ assume: ["other=1", "read=200"] });
});

it("refuses one outside its limits, and offers no field where none can be stated", async () => {
  const change = await opened();
  await userEvent.type(screen.getByLabelText("State: the read"), "0.5{Enter}");
  expect(screen.getByText("From 1 to 10000")).toBeVisible();
  expect(change).not.toHaveBeenCalled();
  expect(screen.queryByLabelText("State: the disk")).toBeNull();
});
