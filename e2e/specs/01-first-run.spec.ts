import { fileOf, readBundle } from "../support/bundle";
import {
  downloadScripts,
  openTab,
  optionRow,
  section,
  segmentTable,
  verdict,
} from "../support/pages";
import { Stopwatch } from "../support/stopwatch";
import { expect, test } from "../support/test";

test("from the empty first page through the sample to the scripts", async ({ page, api }) => {
  await api.empty();
  const watch = new Stopwatch();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Upload my reports" })).toBeVisible();
  await page.getByRole("button", { name: "Try the sample" }).click();

  await expect(page).toHaveURL(/\/databases\/db_/, { timeout: 300_000 });
  await expect(verdict(page)).toContainText("Best segments on SSD");
  await expect(section(page, "Why")).toContainText(
    /Storage is the bottleneck: .+ \d+ % of DB time/,
  );
  watch.finish("From the first page to the recommendation for the sample");
  await openTab(page, "Load");
  await expect(section(page, "Where the time goes")).toContainText("s of DB time in an hour");
  await expect(section(page, "Statements that read most")).toContainText("7m2v0c4tqk81x");
  await openTab(page, "Options");
  await expect(optionRow(page, "Best segments on SSD")).toContainText("advised");
  await expect(optionRow(page, "Do nothing")).toContainText("no change");
  await expect(optionRow(page, "Bigger buffer cache instead")).toContainText(
    "memory instead of SSD",
  );
  await openTab(page, "Segments");
  await expect(page).toHaveTitle("Segments · OAKSHOP · Segtier");
  await expect(segmentTable(page).getByRole("row").nth(1)).toContainText("SHOP.");

  const bundle = await readBundle(await downloadScripts(page));
  watch.finish("From the first page to the bundle of the sample");

  const onePage = fileOf(bundle, "plan.md");
  expect(onePage).toContain("OAKSHOP");
  expect(fileOf(bundle, "lib/lib_guard.sql")).toContain("OAKSHOP");
  expect(fileOf(bundle, "lib/list_segments.sql")).toContain('"SHOP".');
  for (const name of ["steps/40_move_segments.sql", "rollback/90_rollback.sql"])
    expect(fileOf(bundle, name)).toContain("@lib/lib_guard.sql");
  const manifest: unknown = JSON.parse(fileOf(bundle, "manifest.json"));
  expect(manifest).toMatchObject({ option: "segments", overridden: false });
});

test("the sample is listed, named as made up, and can be deleted", async ({ page, api }) => {
  await api.sample();
  await page.goto("/");
  const row = page.getByRole("row", { name: /OAKSHOP/ });
  await expect(row).toContainText("sample");
  await expect(row).toContainText("Do it");
  await row.getByRole("link", { name: "OAKSHOP" }).click();
  await openTab(page, "Reports");
  await page.getByRole("button", { name: "Delete this database" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("button", { name: "Try the sample" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});
