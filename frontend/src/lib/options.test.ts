import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPTIONS, optionLabel } from "./options";

const THEME = readFileSync("src/app/theme.css", "utf8");

it.each(OPTIONS)("%s has a label, a colour in both themes and dashes of its own", (option) => {
  expect(optionLabel(option)).not.toBe("");
  const colours = THEME.match(new RegExp(`--option-${option}: #`, "g")) ?? [];
  expect(colours, `src/app/theme.css: --option-${option}, light and dark`).toHaveLength(2);
  expect(THEME, "src/app/theme.css").toContain(`--option-${option}-dash: `);
});
