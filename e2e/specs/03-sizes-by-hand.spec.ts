import { readFileSync } from "node:fs";
import { asSent, makeReport } from "../support/files";
import {
  downloadButton,
  openDatabase,
  optionCard,
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

  await expect(verdict(page)).toContainText("Storage is the bottleneck");
  await expect(optionCard(page, BEST)).toContainText("needs something");
  await expect(optionCard(page, BEST)).toContainText(/sizes of the \d+ segments .+ not known/);
  await showOption(page, BEST);
  await expect(section(page, `Scripts: ${BEST}`)).toContainText("No scripts for this option");
  await expect(downloadButton(page)).toHaveCount(0);

  const addSize = segmentTable(page).getByRole("button", { name: /^Add the size of / });
  const names = (await addSize.all()).map(async (button) => {
    const label = (await button.getAttribute("aria-label")) ?? "";
    return label.replace("Add the size of ", "");
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
  await expect(optionCard(page, BEST)).not.toContainText("needs something");
  await expect(optionCard(page, BEST)).toContainText(/\d GiB of 652 GiB/);
  await expect(downloadButton(page)).toBeEnabled();
});
