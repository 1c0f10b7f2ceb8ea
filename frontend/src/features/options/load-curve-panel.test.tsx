import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { aCurve, anOption, optionDetails } from "@/test/builders";
import { show } from "@/test/show";
import { LoadCurvePanel } from "./load-curve-panel";

const details = optionDetails({
  options: [
    anOption({ option: "none", title: "Do nothing", load_curve: aCurve() }),
    anOption({ option: "all", title: "All data on SSD", feasible: false, load_curve: aCurve() }),
    anOption({
      load_curve: [
        { users: 4, throughput_ratio: 1.2, response_ratio: 0.4 },
        { users: 8, throughput_ratio: 2.4, response_ratio: 4.4 },
      ],
    }),
  ],
});
const open = async (asked = {}) => {
  show(<LoadCurvePanel details={details} asked={asked} selected="segments" />);
  await userEvent.click(screen.getByRole("button", { name: /^Table/ }));
};
const cells = (name: RegExp) =>
  within(screen.getByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

describe("the table of the curves", () => {
  it("has a column for each option that can be done, and today's row is marked", async () => {
    await open();
    const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(headings).toEqual(["average active sessions", "Do nothing", "The best segments"]);
    expect(cells(/^8 \(today\)/)).toEqual(["1.00", "2.40"]);
    expect(cells(/^16/)).toEqual(["1.60", "not carried"]);
  });

  it("switches to response time and says which lines leave the chart", async () => {
    await open({ users: 8, think_time_s: 1 });
    await userEvent.click(screen.getByText("Response time"));
    expect(cells(/^8 \(today\)/)).toEqual(["1.00", "4.40"]);
    expect(screen.getByText(/Lines that leave the chart go above 4 times today/)).toBeVisible();
    expect(screen.queryByText(/Users are not stated/)).toBeNull();
  });
});

it("is absent where no option has a curve", () => {
  show(<LoadCurvePanel details={optionDetails()} asked={{}} selected="segments" />);
  expect(screen.queryByRole("heading")).toBeNull();
});
