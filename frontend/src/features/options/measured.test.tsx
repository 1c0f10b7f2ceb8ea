import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { aComparedClass, aComparison } from "@/test/builders";
import { show } from "@/test/show";
import { Measured } from "./measured";
import { MeasuredClasses } from "./measured-classes";

/** The cells of one row, by its name. */
const cells = (name: RegExp) =>
  within(screen.getByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

describe("measured after the change", () => {
  it.each([
    [true, "so inside its P10–P90 range"],
    [false, "so outside its P10–P90 range"],
  ])("within the forecast %s", (within_forecast, words) => {
    show(<Measured comparison={aComparison({ within_forecast })} />);
    expect(screen.getByTestId("measured")).toHaveTextContent(words);
  });

  it("says the sentence first, then the waits", () => {
    show(<Measured comparison={aComparison()} />);
    const text = screen.getByTestId("measured").textContent ?? "";
    expect(text).toMatch(/^A single-block read takes 0\.4 ms/);
    expect(cells(/single-block read/)).toEqual(["8.8 ms", "0.4 ms", "yes"]);
  });

  it("holds no forecast against periods in which nothing moved", () => {
    const still = aComparison({ outcome: "nothing-moved", within_forecast: null });
    show(<Measured comparison={still} />);
    expect(screen.getByTestId("measured")).toHaveTextContent("not held against it");
  });

  it("that cannot be compared is said first and not judged", () => {
    const reason = "Not comparable: the reports are of different databases (DBID).";
    const refused = aComparison({ comparable: false, within_forecast: null, reasons: [reason] });
    show(<Measured comparison={refused} />);
    const text = screen.getByTestId("measured").textContent ?? "";
    expect(text).toMatch(/^The reports before and after cannot be compared/);
    expect(text).toContain(reason);
    expect(text).not.toMatch(/DB time for|inside|outside|0\.42/);
  });
});

describe("class by class", () => {
  it("shows before, the range, after and the judgement", () => {
    const classes = [
      aComparedClass(),
      aComparedClass({
        wait_class: "DB CPU",
        predicted_ms_per_txn: { low: 12, expected: 12, high: 12 },
        within_forecast: null,
      }),
      aComparedClass({ wait_class: "total", within_forecast: true }),
    ];
    show(<MeasuredClasses comparison={aComparison({ classes })} />);
    expect(cells(/User I\/O/)).toEqual(["46.7", "5.92 (2.6–10.3)", "10.5", "✕ outside"]);
    expect(cells(/DB CPU/)).toEqual(["46.7", "12", "10.5", "no change foreseen"]);
    expect(cells(/All DB time/)).toEqual(["46.7", "5.92 (2.6–10.3)", "10.5", "✓ inside"]);
  });

  it("keeps what is not known apart from nothing", () => {
    const classes = [aComparedClass({ before_ms_per_txn: null, after_ms_per_txn: 0 })];
    show(<MeasuredClasses comparison={aComparison({ classes })} />);
    expect(cells(/User I\/O/)[0]).toBe("—not in this report");
    expect(cells(/User I\/O/)[2]).toBe("0");
  });

  it("judges nothing without a forecast", () => {
    const classes = [aComparedClass({ predicted_ms_per_txn: null, within_forecast: null })];
    show(<MeasuredClasses comparison={aComparison({ classes })} />);
    const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(headings).toEqual(["Wait class", "Before", "After"]);
  });

  it("leaves the small classes out until they are asked for", async () => {
    const tiny = { low: 0.01, expected: 0.02, high: 0.03 };
    const small = aComparedClass({
      wait_class: "Network",
      before_ms_per_txn: 0.02,
      predicted_ms_per_txn: tiny,
      after_ms_per_txn: 0.02,
    });
    show(<MeasuredClasses comparison={aComparison({ classes: [aComparedClass(), small] })} />);
    expect(screen.queryByText("Network")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show 1 below 1 %" }));
    expect(screen.getByText("Network")).toBeVisible();
  });

  it("shows nothing where transactions are not known", () => {
    show(<MeasuredClasses comparison={aComparison({ classes: [] })} />);
    expect(screen.queryByRole("table")).toBeNull();
  });
});
