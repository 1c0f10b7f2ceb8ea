import type { Page } from "@playwright/test";
import { fileOf, readBundle } from "../support/bundle";
import { asSent, makeDbm11203, needsCorpus } from "../support/files";
import { downloadScripts, openTab, optionRow, section, verdict } from "../support/pages";
import { Stopwatch } from "../support/stopwatch";
import { expect, test } from "../support/test";
import { chooseFiles, dropFiles, dropZone, expectTally, uploadRow } from "../support/uploads";

const NAME = "DBM11203";

test.beforeEach(async ({ api }) => {
  needsCorpus();
  await api.empty();
});

async function expectClearYes(page: Page): Promise<void> {
  await page.getByRole("link", { name: `Open ${NAME}` }).click();
  await expect(verdict(page)).toContainText("Do it");
  await expect(section(page, "Why")).toContainText("Storage is the bottleneck");
  await expect(section(page, "Why")).toContainText("71 % of DB time at 8.8 ms");
  await openTab(page, "Options");
  await expect(optionRow(page, "Best segments on SSD")).toContainText("advised");
}

test("a real report with its exports, chosen together, gives a clear yes and the scripts", async ({
  page,
}) => {
  const files = makeDbm11203();
  const watch = new Stopwatch();
  await page.goto("/");
  await page.getByRole("button", { name: "Upload my reports" }).click();
  await chooseFiles(page, files);
  await expectTally(page, "3 files read");
  await expectClearYes(page);
  await openTab(page, "Load");
  const events = section(page, "Top events").getByRole("row");
  await expect(events.filter({ hasText: "db file sequential read" })).toContainText("8.78 ms");

  const bundle = await readBundle(await downloadScripts(page));
  watch.finish("From the first page to the bundle of a real report");
  expect(fileOf(bundle, "plan.md")).toContain(NAME);
  expect(JSON.parse(fileOf(bundle, "manifest.json"))).toMatchObject({
    option: "segments",
    overridden: false,
    database: { name: NAME },
  });
});

test("the same files, dropped together, give the same answer", async ({ page }) => {
  const files = makeDbm11203().map(asSent);
  await page.goto("/uploads");
  await expect(dropZone(page)).toBeVisible();
  await dropFiles(page, files);
  await expectTally(page, "3 files read");
  for (const { name } of files) await expect(uploadRow(page, name)).toContainText("read");
  await expectClearYes(page);
});
