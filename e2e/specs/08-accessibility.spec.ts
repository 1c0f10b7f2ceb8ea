import type { Page } from "@playwright/test";
import { fileOf, readBundle } from "../support/bundle";
import { tabTo } from "../support/keyboard";
import {
  TABS,
  downloadButton,
  openDatabase,
  openTab,
  section,
  showButton,
  tabLink,
  verdict,
} from "../support/pages";
import { expect, test } from "../support/test";

const NARROW = { width: 320, height: 800 };
const MOST_STOPS = 40;

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `width of ${page.url()}`).toBeLessThanOrEqual(NARROW.width);
}

/** With everything opened that can be, so that it is judged too. */
async function openCollect(page: Page, address = "/collect"): Promise<void> {
  await page.goto(address);
  await expect(section(page, "Grants")).toBeVisible();
  await expect(page.getByRole("heading", { name: "AWR report of one hour" })).toBeVisible();
  for (const summary of await page.locator("summary").all()) await summary.click();
}

const queries = (page: Page) => section(page, "What to collect").getByRole("heading", { level: 3 });

test("from the first page to the scripts with the keyboard alone, in few stops", async ({
  page,
  api,
}) => {
  await api.empty();
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
  await page.keyboard.press("Enter");
  let stops = await tabTo(page, page.getByRole("button", { name: "Try the sample" }));
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toBeVisible({ timeout: 300_000 });
  const scripts = page.getByRole("banner").or(page.locator(".database-header"));
  stops += await tabTo(page, scripts.getByRole("link", { name: "Get scripts" }).first());
  await page.keyboard.press("Enter");
  await expect(downloadButton(page)).toBeVisible();
  stops += await tabTo(page, downloadButton(page));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.keyboard.press("Enter"),
  ]);
  const manifest: unknown = JSON.parse(fileOf(await readBundle(download), "manifest.json"));
  expect(manifest).toMatchObject({ option: "segments" });
  console.log(`From the first page to the scripts: ${stops} stops of the keyboard`);
  expect(stops).toBeLessThan(MOST_STOPS);
});

test("another option by the keyboard", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  await tabTo(page, tabLink(page, "Options"));
  await page.keyboard.press("Enter");
  await tabTo(page, showButton(page, "All indexes on SSD"));
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: "All indexes on SSD in depth" })).toBeVisible();
});

test("nothing scrolls sideways on a screen 320 wide", async ({ page, api }) => {
  await page.setViewportSize(NARROW);
  await api.empty();
  await page.goto("/");
  await expect(queries(page).first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await openCollect(page);
  await expectNoSidewaysScroll(page);

  const id = await api.sample();
  await page.goto("/");
  await expect(page.getByText("Do it")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto("/uploads");
  await expect(page.getByRole("link", { name: "Open OAKSHOP" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await openDatabase(page, id);
  await expect(page.getByTestId("measured")).toBeVisible();
  for (const tab of TABS) {
    await openTab(page, tab);
    await expectNoSidewaysScroll(page);
  }
});
