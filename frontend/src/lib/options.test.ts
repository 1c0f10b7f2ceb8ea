import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { KINDS, isOption, optionKind, optionLabel, optionSpec } from "./options";

const THEME = readFileSync("src/app/theme.css", "utf8");

it.each(KINDS)("%s has a label, a colour in both themes and dashes of its own", (option) => {
  expect(optionLabel(option)).not.toBe("");
  const colours = THEME.match(new RegExp(`--option-${option}: #`, "g")) ?? [];
  expect(colours, `src/app/theme.css: --option-${option}, light and dark`).toHaveLength(2);
  expect(THEME, "src/app/theme.css").toContain(`--option-${option}-dash: `);
});

it.each([
  ["set-mine", true],
  ["set-indexes-and-hottest-table", true],
  ["set", false],
  ["set-", false],
  ["set-A", false],
  ["set-mine/../x", false],
  ["segments", true],
  [undefined, false],
])("%s is an option: %s", (name, known) => {
  expect(isOption(name)).toBe(known);
});

it("takes all sets for one kind, and calls each by its label", () => {
  expect(optionKind("set-mine")).toBe("set");
  expect(optionSpec("set-mine").needs_flash).toBe(true);
  expect(optionLabel("set-hot-ones")).toBe("set hot-ones");
});
