import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Comparison } from "@/api/types";
import {
  aComparedClass,
  aComparedFigure,
  aComparedPart,
  aComparison,
  aDatabaseItem,
  anAdvice,
  anOption,
} from "@/test/builders";
import { answer } from "@/test/server";
import { show, showInCase } from "@/test/show";
import { MeasuredAnswer } from "./measured-answer";
import { MeasuredClasses } from "./measured-classes";

/** The cells of one row, by its name. */
const cells = (name: RegExp) =>
  within(screen.getByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

const options = [
  anOption({ option: "segments" }),
  anOption({ option: "indexes", title: "All indexes" }),
];
const advice = anAdvice({ options });
const AFTER = { database: aDatabaseItem({ after_reports: 1 }), advice };
const COMPARED = "GET /api/v1/databases/db_1/comparison";

async function showMeasured(part: Partial<Comparison>) {
  answer(COMPARED, { body: aComparison(part) });
  showInCase(<MeasuredAnswer advice={advice} />, AFTER);
  return await screen.findByTestId("measured");
}

it("two windows of one time line are asked for as the address says, and can be left", async () => {
  const asked: URL[] = [];
  answer(COMPARED, ({ url }) => {
    asked.push(new URL(url));
    return { body: aComparison() };
  });
  const change = vi.fn();
  const state = { after_from: "2026-03-02T09:00", hours_to: "2026-03-01T09:00" };
  showInCase(<MeasuredAnswer advice={advice} />, { advice, state, change });
  expect(await screen.findByText(/^After: from 2 Mar, 09:00\. Before: to 1 Mar/)).toBeVisible();
  expect(asked[0]?.searchParams.get("after_from")).toBe("2026-03-02T09:00");
  await userEvent.click(screen.getByRole("button", { name: "Compare no windows" }));
  expect(change).toHaveBeenCalledExactlyOnceWith({ after_from: undefined, after_to: undefined });
});

const choices = () =>
  within(screen.getByLabelText(/^Applied option/))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("measured after the change", () => {
  it.each([
    ["held", "The forecast held.", "✓", "held"],
    ["held-in-part", "The total held; User I/O is 2.5 times its forecast.", "!", "missed"],
    ["less", "The total gained less than its forecast.", "!", "missed"],
    ["slower", "The total is slower than before.", "✕", "worse"],
  ] as const)("%s: the headline is the server's judgement", async (state, text, mark, tone) => {
    const shown = await showMeasured({ forecast_state: state, forecast_text: text });
    expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent(`${mark} ${text}`);
    expect(shown).toHaveClass(`measured-${tone}`);
    expect(shown).toHaveTextContent(/A single-block read takes 0\.4 ms/);
  });

  it("says what happened first where no forecast is judged, and why none is", async () => {
    const why = "The forecast is not judged: nothing shows that it was applied.";
    const shown = await showMeasured({ forecast_state: "not-judged", forecast_text: why });
    expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent(/^A single-block read/);
    expect(shown).toHaveTextContent(why);
    expect(shown.textContent).not.toMatch(/measured 0\.42/);
  });

  it("shows the three numbers that matter", async () => {
    const reads = { name: "physical reads", unit: "per transaction", before: 5.5, after: 5.5 };
    await showMeasured({
      classes: [aComparedClass(), aComparedClass({ wait_class: "total" })],
      figures: [aComparedFigure({ name: "db file sequential read" }), aComparedFigure(reads)],
    });
    const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
    expect(terms).toEqual([
      "DB time per transaction",
      "db file sequential read",
      "Blocks read per transaction",
    ]);
    const said = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(said).toEqual([
      "46.7 → 10.5 ms −78 %",
      "forecast 5.92 (2.6–10.3)",
      "8.8 → 0.4 ms −95 %",
      "5.5 → 5.5 as before",
    ]);
  });

  const pictured = { classes: [aComparedClass(), aComparedClass({ wait_class: "total" })] };
  it.each([
    ["reads are shorter, as the three numbers say", { ...pictured, outcome: "improved" }, false],
    ["the cause is another", { ...pictured, outcome: "other-change" }, true],
    ["there is no picture", { outcome: "improved" }, true],
  ] as const)("what happened is a sentence where %s: seen %s", async (_case, part, seen) => {
    await showMeasured(part as Partial<Comparison>);
    const sentence = screen.getByText(/A single-block read takes 0\.4 ms/);
    if (seen) expect(sentence).toBeVisible();
    else expect(sentence).not.toBeVisible();
  });

  it("says below the picture what became of each class", async () => {
    await showMeasured({
      classes: [
        aComparedClass(),
        aComparedClass({
          wait_class: "DB CPU",
          before_ms_per_txn: 20,
          after_ms_per_txn: 20,
          judgement: "as-it-is",
        }),
        aComparedClass({
          wait_class: "Commit",
          before_ms_per_txn: null,
          after_ms_per_txn: 4,
          judgement: "not-judged",
        }),
        aComparedClass({ wait_class: "total", judgement: "inside" }),
      ],
    });
    const list = within(screen.getByRole("list", { name: "What became of each wait class" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent?.trim())).toEqual([
      "User I/O −78 % ✕ outside",
      "DB CPU as before",
      "Commit —not printed in both not judged",
    ]);
    expect(
      screen.getByRole("img", {
        name: /before 46\.7, forecast 5\.92 \(2\.6 to 10\.3\), measured 10\.5/,
      }),
    ).toBeVisible();
  });

  it("says the sentence first, then the waits", async () => {
    const shown = await showMeasured({ forecast_state: "not-judged" });
    expect(shown.textContent).toMatch(/^A single-block read takes 0\.4 ms/);
    await userEvent.click(screen.getByText("Class by class"));
    expect(cells(/single-block read/)).toEqual(["8.8 ms", "0.4 ms", "yes"]);
  });

  it("says what the difference is made of, work beside latency", async () => {
    const work = aComparedPart({ cause: "work", name: "more work", ms_per_txn: 4, event: null });
    const logicalReads = {
      name: "logical reads",
      unit: "per transaction",
      before: 100,
      after: 230,
    };
    await showMeasured({
      parts: [aComparedPart(), work, aComparedPart({ name: "next to nothing", ms_per_txn: 0.3 })],
      figures: [aComparedFigure(), aComparedFigure(logicalReads)],
    });
    await userEvent.click(screen.getByText("Class by class"));
    expect(cells(/logical reads/)).toEqual(["100 per transaction", "230 per transaction", "yes"]);
    expect(cells(/shorter waits/)).toEqual(["−36.2 ms", "db file sequential read"]);
    expect(cells(/more work/)).toEqual(["+4 ms", ""]);
    expect(screen.queryByText("next to nothing")).toBeNull();
  });

  it("that cannot be compared is said first and not judged", async () => {
    const reason = "Not comparable: the reports are of different databases (DBID).";
    const shown = await showMeasured({
      comparable: false,
      within_forecast: null,
      reasons: [reason],
    });
    expect(shown.textContent).toMatch(/^The reports before and after cannot be compared/);
    expect(shown).toHaveTextContent(reason);
    expect(shown.textContent).not.toMatch(/DB time for|held|missed|0\.42/);
  });

  it.each([
    [{}, "segments", "The best segments"],
    [{ applied: "redo" }, "redo", "Redo logs on SSD"],
    [{ applied: "none" }, "none", "Nothing was changed"],
    [{ applied: "set-mine" }, "set-mine", "set mine"],
  ] as const)("names what is judged, %o", async (state, option, title) => {
    const asked: (string | null)[] = [];
    answer(COMPARED, ({ url }) => {
      asked.push(new URL(url).searchParams.get("option"));
      return { body: aComparison() };
    });
    const blocked = anOption({ option: "redo", title: "Redo logs on SSD", feasible: false });
    const every = anAdvice({ options: [...options, blocked] });
    showInCase(<MeasuredAnswer advice={every} />, { ...AFTER, state });
    const chosen = await screen.findByLabelText(/^Applied option/);
    expect(chosen).toHaveDisplayValue(title);
    expect(asked).toEqual([option]);
    expect(choices().slice(0, 3)).toEqual(["The best segments", "All indexes", "Redo logs on SSD"]);
    expect(choices().at(-1)).toBe("Nothing was changed");
  });

  it.each([
    ["All indexes", "indexes"],
    ["Nothing was changed", "none"],
  ])("is held against %s", async (label, applied) => {
    const change = vi.fn();
    answer(COMPARED, { body: aComparison() });
    showInCase(<MeasuredAnswer advice={advice} />, { ...AFTER, change });
    await userEvent.selectOptions(await screen.findByLabelText(/^Applied option/), label);
    expect(change).toHaveBeenCalledExactlyOnceWith({ applied });
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
        judgement: "as-it-is",
      }),
      aComparedClass({ wait_class: "Commit", within_forecast: null, judgement: "not-judged" }),
      aComparedClass({ wait_class: "total", within_forecast: true, judgement: "inside" }),
    ];
    show(<MeasuredClasses comparison={aComparison({ classes })} />);
    expect(cells(/User I\/O/)).toEqual(["46.7", "5.92 (2.6–10.3)", "10.5", "yes", "✕ outside"]);
    expect(cells(/DB CPU/)).toEqual(["46.7", "12", "10.5", "yes", "no change foreseen"]);
    expect(cells(/Commit/).at(-1)).toBe("not judged");
    expect(cells(/All DB time/)).toEqual(["46.7", "5.92 (2.6–10.3)", "10.5", "yes", "✓ inside"]);
  });

  it("keeps what is not known apart from nothing", () => {
    const part = { before_ms_per_txn: null, after_ms_per_txn: 0, change: "not-printed" } as const;
    const classes = [aComparedClass(part)];
    show(<MeasuredClasses comparison={aComparison({ classes })} />);
    expect(cells(/User I\/O/)[0]).toBe("—not printed in these reports");
    expect(cells(/User I\/O/)[3]).toBe("not known");
    expect(cells(/User I\/O/)[2]).toBe("0");
  });

  it("judges nothing without a forecast", () => {
    const classes = [aComparedClass({ predicted_ms_per_txn: null, within_forecast: null })];
    show(<MeasuredClasses comparison={aComparison({ classes })} />);
    const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(headings).toEqual(["Wait class", "Before", "After", "Changed"]);
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
