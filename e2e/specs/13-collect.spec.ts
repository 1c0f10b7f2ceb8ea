import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fileOf, readBundle } from "../support/bundle";
import { asSent, helpOf, makeCollected, unmasked } from "../support/files";
import {
  downloadScripts,
  inputsLine,
  openDatabase,
  openTab,
  section,
  segmentTable,
  showOption,
  verdict,
} from "../support/pages";
import { expect, test } from "../support/test";
import { chooseFiles, expectTally, uploadRow } from "../support/uploads";

const copyButton = (page: Page, name: string) =>
  page.getByRole("button", { name: `Copy: ${name}`, exact: true });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Every command of the page that begins with a word, as its copy button gives it. */
async function commands(page: Page, begin: string): Promise<string[]> {
  const texts = await page.locator(".command-text").allTextContents();
  return texts.flatMap((text) => text.split("\n")).filter((line) => line.startsWith(begin));
}

test.describe("the Collect page", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("gives the commands to copy, and other ones where the licence is there", async ({
    page,
    api,
  }) => {
    await api.empty();
    await page.goto("/");
    await page.getByRole("link", { name: "Collect everything in one run" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/in one run/);
    await copyButton(page, "collect with SQL*Plus").click();
    await expect(page.getByText("Copied").first()).toBeVisible();
    expect(await clipboard(page)).toBe("sh segtier_collect.sh /tmp/segtier");

    await page.getByText("Yes", { exact: true }).click();
    await expect(page).toHaveURL(/\/collect\?pack=yes$/);
    await copyButton(page, "collect with SQL*Plus").press("Enter");
    expect(await clipboard(page)).toBe("sh segtier_collect.sh /tmp/segtier diagnostics-pack");
    await copyButton(page, "collect over the network").press("Space");
    expect(await clipboard(page)).toContain("--diagnostics-pack");
    await page.reload();
    await expect(page.getByRole("heading", { name: "One run is enough" })).toBeVisible();
  });

  test("hands out both files and the grants", async ({ page }) => {
    await page.goto("/collect");
    for (const file of ["segtier_collect.sql", "segtier_collect.sh"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: file }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(file);
      expect(await readFile(await download.path(), "utf-8")).toContain("segtier_collect.sql");
    }
    const grants = section(page, "Grants");
    await expect(grants).toContainText("GRANT SELECT_CATALOG_ROLE TO SEGTIER;");
    await expect(grants).not.toContainText("DBMS_WORKLOAD_REPOSITORY");
    await page.goto("/collect?pack=yes");
    await expect(grants).toContainText("GRANT EXECUTE ON SYS.DBMS_WORKLOAD_REPOSITORY TO SEGTIER;");
    await expect(grants).not.toContainText("PERFSTAT");
  });

  for (const program of ["collect", "mask", "script"])
    test(`the options of its segtier ${program} commands are those it has`, async ({ page }) => {
      await page.goto("/collect?pack=yes");
      await expect(section(page, "Grants")).toBeVisible();
      const found = await commands(page, `segtier ${program} `);
      expect(found.length).toBeGreaterThan(0);
      const help = helpOf(program);
      for (const option of found.join(" ").match(/--[a-z-]+/g) ?? [])
        expect(help, option).toMatch(new RegExp(`${option}\\b`));
    });
});

test("on paper and on a telephone every command is readable, and nothing scrolls sideways", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/collect?pack=yes");
  await expect(section(page, "Grants")).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  await page.emulateMedia({ media: "print" });
  const command = "sh segtier_collect.sh /tmp/segtier diagnostics-pack";
  await expect(page.getByText(command, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("names masked on upload are tokens on the server, and only the saved map brings them back", async ({
  page,
  api,
}) => {
  await api.empty();
  const files = makeCollected().map(asSent);
  await page.goto("/uploads");
  await page.getByText("Replace by tokens").click();
  await chooseFiles(page, files);
  await expectTally(page, "2 files read");
  await expect(section(page, /^Files$/)).not.toContainText("oakshop");
  const [map] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the map", exact: true }).click(),
  ]);
  expect(map.suggestedFilename()).toBe("segtier-map.json");

  await page.getByRole("link", { name: /^Open / }).click();
  await expect(inputsLine(page)).toContainText(
    "The counted segments explain 99 % of physical reads",
  );
  expect(await page.locator("body").textContent()).not.toContain("OAKSHOP");
  await showOption(page, "Best segments on SSD");
  const scripts = await downloadScripts(page);
  const bundle = await readBundle(scripts);
  for (const name of ["plan.md", "appendix.md"])
    expect(fileOf(bundle, name)).not.toContain("CUSTOMERS");
  const plan = unmasked(await scripts.path(), await map.path());
  expect(plan).toContain("CUSTOMERS");
  expect(plan).toContain("OAKSHOP");
});

test("a bundle beside a report: nearly all I/O is listed, and the plan knows LOBs and indexes", async ({
  page,
  api,
}) => {
  await api.empty();
  const [bundle, report] = makeCollected().map(asSent);
  if (!bundle || !report) throw new Error("There is no bundle with its report.");
  await openDatabase(page, await api.databaseOf([(await api.send(report)).id]));
  const inputs = inputsLine(page);
  await expect(inputs).toHaveText(/^The listed segments explain \d\d % of physical reads/);
  await expect(inputs).toHaveClass(/inputs-low/);
  await page.getByRole("link", { name: "Collect the rest in one run" }).click();
  await page.getByRole("link", { name: "Upload the file" }).click();

  await chooseFiles(page, [bundle]);
  await expectTally(page, "2 files read");
  const row = uploadRow(page, bundle.name);
  await expect(row).toContainText("collector bundle");
  await expect(row).toContainText(/\d+ files read: sizes of 87 segments, counters of 78 segments/);
  await row.getByText(/\d+ files not in it/).click();
  await expect(row).toContainText("needs the Diagnostics Pack, which was not asked for");
  await row.getByRole("link", { name: "OAKSHOP" }).click();

  await expect(verdict(page)).toContainText("Best segments on SSD (465 GiB)");
  await expect(inputs).toContainText(
    "99 % of physical reads without temp and 99 % of physical writes",
  );
  await expect(inputs).not.toHaveClass(/inputs-low/);
  await openTab(page, "Segments");
  const segments = section(page, /^Ranked segments$/);
  await expect(segments).toContainText(
    "Sizes of 77 of 78 listed segments are known, from oakshop.zip.",
  );
  await expect(segmentTable(page)).toContainText("SYS_LOB0000073422C00004$$");

  await showOption(page, "Best segments on SSD");
  const scripts = await readBundle(await downloadScripts(page));
  const statements = fileOf(scripts, "lib/list_segments.sql");
  expect(statements).toMatch(/ALTER TABLE "[A-Z]+"\."ASSETS" MOVE .*LOB \(/);
  expect(statements).toContain("ASSETS_PK");
});
