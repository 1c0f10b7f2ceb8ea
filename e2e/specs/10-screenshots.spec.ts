import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { chartsDrawn } from "../support/drawn";
import { IMAGES } from "../support/paths";
import { openDatabase, section, verdict } from "../support/pages";
import { expect, test } from "../support/test";

/** Into docs/images where UPDATE_SCREENSHOTS=1, else beside the other results of the test. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.UPDATE_SCREENSHOTS === "1" ? IMAGES : test.info().outputPath();
  const path = resolve(folder, name);
  await chartsDrawn(page);
  await page.screenshot({ path, animations: "disabled" });
  expect((await stat(path)).size).toBeGreaterThan(20_000);
}

test("the first page", async ({ page, api }) => {
  await api.empty();
  await page.goto("/");
  const queries = section(page, "What to collect").getByRole("heading", { level: 3 });
  await expect(queries.first()).toBeVisible();
  await picture(page, "first-page.png");
});

test("both ways to collect are on the first screen of the Collect page", async ({ page }) => {
  await page.goto("/collect");
  const command = page.getByText("sh segtier_collect.sh /tmp/segtier", { exact: true });
  await expect(command).toBeInViewport();
  await expect(page.getByText(/^segtier collect .+--out/).first()).toBeInViewport();
  await picture(page, "collect.png");
});

test("the answer is on the first screen of a database", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  await expect(page.getByTestId("measured")).toBeInViewport({ ratio: 1 });
  await expect(verdict(page)).toBeInViewport({ ratio: 1 });
  await picture(page, "database.png");
});

test("the load, the options and the segments as pictures", async ({ page, api }) => {
  const id = await api.sample();
  await openDatabase(page, id, "Load");
  const sessions = section(page, "Average active sessions").getByRole("img").first();
  await expect(sessions.locator("path").first()).toBeAttached();
  await picture(page, "load.png");
  await openDatabase(page, id, "Options");
  const frontier = section(page, "How much SSD").getByRole("img").first();
  await expect(frontier.locator("path").first()).toBeAttached();
  await picture(page, "options.png");
  await openDatabase(page, id, "Segments");
  await expect(page.getByRole("toolbar", { name: /^Segments/ })).toBeVisible();
  await picture(page, "segments.png");
});
