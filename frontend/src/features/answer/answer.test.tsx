import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Advice } from "@/api/types";
import { aDatabaseItem, anAdvice, anOption, someHours, someSources } from "@/test/builders";
import { answer as answers } from "@/test/server";
import { showInCase } from "@/test/show";
import { Answer } from "./answer";

const withVerdict = (part: Partial<Advice["verdict"]>, advice: Partial<Advice> = {}) =>
  anAdvice({ verdict: { ...anAdvice().verdict, ...part }, ...advice });

const showAnswer = (advice: Advice) => showInCase(<Answer advice={advice} />, { advice });

/** Value and note of one of the three figures. */
const figure = (name: string) =>
  within(screen.getByText(name).parentElement ?? document.body)
    .getAllByRole("definition")
    .map((part) => part.textContent);

describe("the three figures", () => {
  it("are the ceiling, the gain and the SSD it takes", () => {
    showAnswer(anAdvice());
    expect(figure("Ceiling")[0]).toBe("65 %");
    expect(figure("Gain")[0]).toBe("49–65 %");
    expect(figure("SSD it takes")[1]).toMatch(/^of .+ available$/);
  });

  it("do not invent a ceiling", () => {
    showAnswer(withVerdict({ ceiling_db_time_pct: null }));
    expect(figure("Ceiling")[0]).toMatch(/^—/);
  });

  it.each([
    ["tune-first", "none now"],
    ["leave", "none now"],
    ["memory-first", "none now"],
    ["not-enough-data", "not known"],
  ] as const)("promise nothing where the answer is %s", (state, gain) => {
    showAnswer(withVerdict({ state }));
    expect(figure("Gain")[0]).toBe(gain);
    expect(figure("SSD it takes")[0]).toBe("none");
  });
});

const COVERED = { coverage: { physical_reads: 0.98, physical_writes: 0.5 } };

const quality = (part: object) => ({ ...anAdvice().quality, ...COVERED, ...part });

describe("what it stands on", () => {
  const hours = someHours({ text: "Made from the busiest of 24 intervals." });
  const all = { segments_ranked: 8, segments_sized: 8 };

  it("is folded where nothing of it is wanting", async () => {
    showAnswer(anAdvice({ hours, quality: quality({}), ...all }));
    expect(screen.getByText("Made from the busiest of 24 intervals.")).not.toBeVisible();
    await userEvent.click(screen.getByText("What it stands on"));
    expect(screen.getByText("Made from the busiest of 24 intervals.")).toBeVisible();
  });

  it("does not ask for counters that are here already", () => {
    const message = "counters.csv may be of another time";
    const warnings = [{ code: "counters-fill", message, section: null, line: null }];
    const low = quality({ coverage_of: "listed", coverage: { physical_reads: 0.4 } });
    showAnswer(anAdvice({ hours, quality: low, ...all, warnings }));
    expect(screen.getByText(/segments explain/)).not.toBeVisible();
    expect(screen.queryByRole("link", { name: "Collect the rest in one run" })).toBeNull();
  });

  it.each([
    [
      "too little of the I/O is listed",
      { coverage: { physical_reads: 0.4, physical_writes: null } },
      all,
    ],
    ["sizes are missing", {}, { segments_ranked: 8, segments_sized: 2 }],
  ])("is seen where %s", (_case, part, sizes) => {
    showAnswer(anAdvice({ hours, quality: quality({ coverage_of: "listed", ...part }), ...sizes }));
    expect(screen.getByText(/segments explain/)).toBeVisible();
  });
});

it("folds where DB time goes, once the picture of what was measured has it", () => {
  const database = aDatabaseItem({ after_reports: 1 });
  showInCase(<Answer advice={anAdvice()} />, { database });
  expect(screen.getByText("Where DB time goes")).toBeVisible();
  expect(screen.getByText(/ s in an hour/)).not.toBeVisible();
});

const warning = (code: string, message: string) => ({ code, message, section: null, line: null });
const WARNINGS = ["w1", "w2", "w3", "w4", "w5"].map((code) => warning(code, `${code} is doubtful`));

it.each([
  ["none", [], 0],
  ["one", [warning("truncated", "a.html: the report breaks off")], 0],
  ["more than fit", WARNINGS, 2],
])("shows the warnings: %s", (_case, warnings, hidden) => {
  showAnswer(anAdvice({ warnings }));
  const notice = screen.queryByRole("note", { name: "Warnings" });
  expect(notice !== null).toBe(warnings.length > 0);
  for (const { message } of warnings) expect(notice).toHaveTextContent(message);
  expect(screen.queryByText(/^\d+ more$/)?.textContent ?? "0 more").toBe(`${hidden} more`);
});

it("shows the warnings there was no room for, once they are there", async () => {
  const all = [...WARNINGS, warning("w6", "w6 is doubtful")];
  answers("GET /api/v1/databases/db_1/advice/sources", { body: someSources({ warnings: all }) });
  showAnswer(anAdvice({ warnings: WARNINGS }));
  expect(await screen.findByText("3 more")).toBeVisible();
  expect(screen.getByRole("note", { name: "Warnings" })).toHaveTextContent("w6 is doubtful");
});

describe("the answer", () => {
  it("is the verdict's sentence, its words and the way on", () => {
    showAnswer(anAdvice());
    expect(screen.getByRole("heading", { name: /DB time 49-65 % less/ })).toBeVisible();
    expect(screen.getByText(/Storage is the bottleneck/)).toBeVisible();
    expect(screen.getByText("Do it")).toBeVisible();
    expect(screen.getByText(/Read the plan/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Get scripts" })).toHaveAttribute(
      "href",
      "/databases/db_1/plan",
    );
  });

  it("offers no scripts where it is not to move", () => {
    const options = [anOption({ option: "none", title: "Do nothing" })];
    const verdict = { state: "tune-first", tag: "Tune first", option: "none" } as const;
    showAnswer(withVerdict(verdict, { options }));
    expect(screen.getByText("Tune first")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Get scripts" })).toBeNull();
  });

  it("leads to the sizes where these are missing", () => {
    const blocked_by = [{ code: "size-unknown", text: "Sizes are missing.", needs: "sizes" }];
    const verdict = { state: "needs", blocked_by } as Partial<Advice["verdict"]>;
    showAnswer(withVerdict(verdict));
    expect(screen.getByRole("link", { name: "Add the sizes" })).toHaveAttribute(
      "href",
      "/databases/db_1/segments#sizes",
    );
  });

  it("is said to be for the time before, where there is an after", () => {
    const database = aDatabaseItem({ after_reports: 1 });
    showInCase(<Answer advice={anAdvice()} />, { database });
    expect(screen.getByText("for the time before the change")).toBeVisible();
  });

  it("always says what would change it, on a click", async () => {
    showAnswer(withVerdict({ would_change: ["A busier hour."] }));
    expect(screen.getByText("A busier hour.")).not.toBeVisible();
    await userEvent.click(screen.getByText("What would change this answer"));
    expect(screen.getByRole("region", { name: "What would change this answer" })).toHaveTextContent(
      "A busier hour.",
    );
    expect(screen.getByText("A busier hour.")).toBeVisible();
  });
});
