import { type Download, type Locator, type Page, expect } from "@playwright/test";

export const verdict = (page: Page): Locator => page.locator(".verdict");

export const section = (page: Page, title: string | RegExp): Locator =>
  page.getByRole("region", { name: title });

export const segmentTable = (page: Page): Locator =>
  page.getByRole("table", { name: "Ranked segments" });

export const downloadButton = (page: Page): Locator =>
  page.getByRole("button", { name: "Download the scripts" });

/** One option's card, by its title. */
export const optionCard = (page: Page, title: string): Locator =>
  page.getByRole("listitem").filter({
    has: page.getByRole("heading", { level: 3, name: title, exact: true }),
  });

export const showButton = (page: Page, title: string): Locator =>
  optionCard(page, title).getByRole("button", { name: "Show" });

export async function showOption(page: Page, title: string): Promise<void> {
  await showButton(page, title).click();
  await expect(page.getByRole("heading", { name: `${title} in detail` })).toBeVisible();
}

/** Opens a database and waits for its verdict. */
export async function openDatabase(page: Page, id: string, query = ""): Promise<void> {
  await page.goto(`/databases/${id}${query}`);
  await expect(verdict(page)).toBeVisible();
}

/** The bundle of the option shown. */
export async function downloadScripts(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    downloadButton(page).click(),
  ]);
  return download;
}
