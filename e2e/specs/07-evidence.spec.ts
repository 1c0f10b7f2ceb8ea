import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { makeSample } from "../support/files";
import { openDatabase, section } from "../support/pages";
import { expect, test } from "../support/test";

const EVENT = "db file sequential read";

/** Which row of its table a line is; one line a row in these files, the headings not counted. */
function rowOf(text: string, line: number): number {
  const table = text.split("\n").slice(0, line).join("\n").split("<table").at(-1) ?? "";
  return table.split("<tr").length - 1 - (table.includes("<th") ? 1 : 0);
}

test("the top event leads to the line of the report it was read from", async ({ page, api }) => {
  const files = makeSample();
  await openDatabase(page, await api.sample(), "Load");
  const top = section(page, "Top events").getByRole("row").nth(1);
  await expect(top).toContainText(EVENT);
  await top.getByRole("button", { name: `Source of ${EVENT}` }).click();

  const drawer = page.getByRole("dialog", { name: `Source of ${EVENT}` });
  const place = drawer.getByRole("article").first();
  const fact = (name: string) =>
    place
      .locator("div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");
  await expect(fact("Section")).toHaveText("Foreground Wait Events");
  const printed = place.getByRole("row").nth(1).getByRole("cell");
  await expect(printed.first()).toHaveText(EVENT);
  await expect(fact("Column")).toHaveText("Total Wait Time (s)");
  expect(await printed.allTextContents()).toContain(await fact("As printed").textContent());

  const file = (await fact("File").textContent()) ?? "";
  const path = files.find((each) => basename(each) === file);
  expect(path, `${file} is a file of the sample`).toBeDefined();
  const line = Number(await fact("Line").textContent());
  const source = readFileSync(path!, "utf-8").split("\n")[line - 1];
  for (const cell of await printed.allTextContents()) expect(source).toContain(cell);

  const row = Number(await fact("Row").textContent());
  expect(rowOf(readFileSync(path!, "utf-8"), line)).toBe(row);

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(top.getByRole("button", { name: `Source of ${EVENT}` })).toBeFocused();
});
