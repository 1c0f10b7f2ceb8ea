import { readFileSync } from "node:fs";
import { asSent, makeReport } from "../support/files";
import {
  downloadButton,
  openDatabase,
  openTab,
  optionRow,
  section,
  segmentTable,
  showOption,
  verdict,
} from "../support/pages";
import { expect, test } from "../support/test";

const BEST = "Best segments on SSD";

test("a report alone asks for sizes; pasted sizes make the best segments possible", async ({
  page,
  api,
}) => {
  await api.empty();
  const report = makeReport();
  const { id } = await api.send(asSent(report));
  await openDatabase(page, await api.databaseOf([id]));

  await expect(section(page, "Why")).toContainText("Storage is the bottleneck");
  await expect(verdict(page).getByRole("link", { name: "Add the sizes" })).toBeVisible();
  await showOption(page, BEST);
  await expect(optionRow(page, BEST)).toContainText("needs something");
  await expect(optionRow(page, BEST)).toContainText(/sizes of the \d+ segments .+ not known/);
  await openTab(page, "Plan");
  await expect(section(page, `Scripts: ${BEST}`)).toContainText("No scripts for this option");
  await expect(downloadButton(page)).toHaveCount(0);

  await openTab(page, "Segments");
  const addSize = segmentTable(page).getByRole("button", { name: /^add size of / });
  await expect(addSize.first()).toBeVisible();
  const names = (await addSize.all()).map(async (button) => {
    const label = (await button.getAttribute("aria-label")) ?? "";
    return label.replace("add size of ", "");
  });
  const segments = await Promise.all(names);
  expect(segments.length).toBeGreaterThan(3);
  expect(readFileSync(report, "utf-8")).toContain(segments[0]!.split(".")[1]!);

  const sizes = segments.map((name) => `${name} 2G`);
  sizes.splice(1, 0, "SHOP.ORDERS plenty");
  const box = page.getByLabel("Type or paste sizes");
  await box.fill(sizes.join("\n"));
  await page.getByRole("button", { name: "Save sizes" }).click();

  const taken = section(page, "Ranked segments").getByRole("status").filter({ hasText: "taken" });
  await expect(taken).toContainText(`${segments.length} sizes taken`);
  await expect(taken.getByRole("listitem")).toHaveCount(1);
  await expect(taken.getByRole("listitem")).toContainText("Line 2:");
  await expect(taken.getByRole("listitem")).toContainText("plenty");
  await expect(addSize).toHaveCount(0);
  await openTab(page, "Options");
  await expect(optionRow(page, BEST)).not.toContainText("needs something");
  await expect(optionRow(page, BEST)).toContainText(/\d GiB/);
  await openTab(page, "Plan");
  await expect(downloadButton(page)).toBeEnabled();
});

test("a size is typed in its cell", async ({ page, api }) => {
  await api.empty();
  const { id } = await api.send(asSent(makeReport()));
  await openDatabase(page, await api.databaseOf([id]), "Segments");
  const first = segmentTable(page)
    .getByRole("button", { name: /^add size of / })
    .first();
  const name = ((await first.getAttribute("aria-label")) ?? "").replace("add size of ", "");
  await first.click();
  const field = page.getByLabel(`Size of ${name}`);
  await expect(field).toBeFocused();
  await field.fill("big");
  await field.press("Enter");
  await expect(segmentTable(page).getByText(/big/)).toBeVisible();
  await field.fill("7G");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: `change size of ${name}` })).toHaveText("7 GiB");
});
