import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Advice } from "@/api/types";
import { anAdvice, anOption, someHours, someSources } from "@/test/builders";
import { show } from "@/test/show";
import { VerdictPanel } from "./verdict-panel";

const withVerdict = (part: Partial<Advice["verdict"]>, advice: Partial<Advice> = {}) =>
  anAdvice({ verdict: { ...anAdvice().verdict, ...part }, ...advice });

it.each([
  ["said", {}, /^ceiling 65 %$/],
  ["not invented", { ceiling_db_time_pct: null }, null],
])("the most storage could give is %s", (_case, verdict, said) => {
  show(<VerdictPanel advice={withVerdict(verdict)} />);
  expect(screen.queryAllByText(said ?? /^ceiling/)).toHaveLength(said ? 1 : 0);
});

it("says which hours it stands on, where there are several", () => {
  const hours = someHours({ text: "Made from the busiest of 24 intervals." });
  show(<VerdictPanel advice={anAdvice({ hours })} />);
  expect(screen.getByText("Made from the busiest of 24 intervals.")).toBeVisible();
});

const warning = (code: string, message: string) => ({ code, message, section: null, line: null });

it.each([
  ["none", [], 0],
  ["one", [warning("truncated", "a.html: the report breaks off")], 0],
  [
    "more than fit",
    ["w1", "w2", "w3", "w4", "w5"].map((code) => warning(code, `${code} is doubtful`)),
    2,
  ],
])("shows the warnings: %s", (_case, warnings, hidden) => {
  show(<VerdictPanel advice={anAdvice({ warnings })} />);
  const notice = screen.queryByRole("note", { name: "Warnings" });
  expect(notice !== null).toBe(warnings.length > 0);
  for (const { message } of warnings) expect(notice).toHaveTextContent(message);
  expect(screen.queryByText(/^\d+ more$/)?.textContent ?? "0 more").toBe(`${hidden} more`);
});

it("shows the warnings there was no room for, once they are there", () => {
  const five = ["w1", "w2", "w3", "w4", "w5"].map((code) => warning(code, `${code} is doubtful`));
  const all = [...five, warning("w6", "w6 is doubtful")];
  show(
    <VerdictPanel advice={anAdvice({ warnings: five })} sources={someSources({ warnings: all })} />,
  );
  expect(screen.getByText("3 more")).toBeVisible();
  expect(screen.getByRole("note", { name: "Warnings" })).toHaveTextContent("w6 is doubtful");
});

it("says what the grade means", async () => {
  show(<VerdictPanel advice={anAdvice()} />);
  await userEvent.click(screen.getByRole("button", { name: /Data quality B/ }));
  expect(await screen.findByText("B: one weakness; the answer should hold.")).toBeVisible();
});

describe("the answer", () => {
  it("is the verdict's sentence, its words and the option to open first", () => {
    show(<VerdictPanel advice={anAdvice()} />);
    expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("DB time 49-65 % less");
    expect(screen.getByText(/Storage is the bottleneck/)).toBeVisible();
    expect(screen.getByText("Do it")).toBeVisible();
    expect(screen.getByText("49 to 65 % less DB time")).toBeVisible();
    expect(screen.getByText(/Read the plan/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Get the scripts" })).toHaveAttribute(
      "href",
      "#scripts",
    );
  });

  it("offers no scripts where it is not to move", () => {
    const options = [anOption({ option: "none", title: "Do nothing" })];
    const verdict = { state: "tune-first", tag: "Tune first", option: "none" } as const;
    show(<VerdictPanel advice={withVerdict(verdict, { options })} />);
    expect(screen.getByText("Tune first")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Get the scripts" })).toBeNull();
  });
});
