import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { fileOf, readBundle } from "../support/bundle";
import { tabTo } from "../support/keyboard";
import { downloadButton, openDatabase, section, showButton, verdict } from "../support/pages";
import { expect, test } from "../support/test";

const NARROW = { width: 320, height: 800 };

/** A report in a drawer runs no script, so nothing can look into its frame: it is judged by itself (`17-sent-together`). */
const looking = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ iframes: false });

/** Every rule in light; in dark, where only colours differ, the contrast. */
async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(looking(page))).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  expect(await violations(looking(page).withRules("color-contrast"))).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

async function violations(builder: AxeBuilder): Promise<string[]> {
  const found = (await builder.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

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

test("no accessibility faults on any page, light or dark", async ({ page, api }) => {
  test.slow();
  await api.empty();
  await page.goto("/");
  await expect(queries(page).first()).toBeVisible();
  await expectNoViolations(page);

  const id = await api.sample();
  await page.goto("/");
  await expect(page.getByText("Do it")).toBeVisible();
  await expectNoViolations(page);

  await page.goto("/uploads");
  await expect(section(page, "What to collect")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open OAKSHOP" })).toBeVisible();
  await expectNoViolations(page);

  for (const address of ["/collect", "/collect?pack=yes"]) {
    await openCollect(page, address);
    await expectNoViolations(page);
  }

  await openDatabase(page, id);
  await expect(page.getByTestId("measured")).toBeVisible();
  await expect(section(page, "Reports").getByRole("row").nth(1)).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole("button", { name: "Source of db file sequential read" }).first().click();
  await expect(page.getByRole("dialog").getByRole("article").first()).toBeVisible();
  await expectNoViolations(page);
});

test("from the first page to the scripts with the keyboard alone", async ({ page, api }) => {
  await api.empty();
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Try the sample" }));
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toBeVisible({ timeout: 300_000 });

  await tabTo(page, showButton(page, "All indexes on SSD"));
  await page.keyboard.press("Space");
  await expect(section(page, "Scripts: All indexes on SSD")).toBeVisible();
  await tabTo(page, downloadButton(page));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.keyboard.press("Enter"),
  ]);
  const manifest: unknown = JSON.parse(fileOf(await readBundle(download), "manifest.json"));
  expect(manifest).toMatchObject({ option: "indexes" });
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
  await expectNoSidewaysScroll(page);
});
