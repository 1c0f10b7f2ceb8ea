import { type Download, type Locator, type Page, expect } from "@playwright/test";

export type Tab = "Answer" | "Load" | "Options" | "Segments" | "Plan" | "Reports";
export const TABS: readonly Tab[] = ["Answer", "Load", "Options", "Segments", "Plan", "Reports"];

export const verdict = (page: Page): Locator => page.locator(".verdict");

/** How much of the I/O and how many sizes the answer stands on; on the Answer tab. */
export const inputsLine = (page: Page): Locator => page.getByText(/segments explain \d+ %/).first();

export const section = (page: Page, title: string | RegExp): Locator =>
  page.getByRole("region", { name: title });

export const segmentTable = (page: Page): Locator =>
  page.getByRole("table", { name: "Ranked segments" });

export const downloadButton = (page: Page): Locator =>
  page.getByRole("button", { name: "Download the scripts" });

export const tabLink = (page: Page, tab: Tab): Locator =>
  page.getByRole("navigation", { name: /^Tabs of / }).getByRole("link", { name: tab });

/** The address of a tab. */
export const tabPath = (database: string, tab: Tab): string =>
  `/databases/${database}${tab === "Answer" ? "" : `/${tab.toLowerCase()}`}`;

/** What shows that a tab is there in full. */
const SHOWN: Record<Tab, (page: Page) => Locator> = {
  Answer: verdict,
  Load: (page) => section(page, "Where the time goes"),
  Options: (page) => section(page, "Options").first(),
  Segments: (page) => segmentTable(page),
  Plan: (page) => section(page, /^Scripts/),
  Reports: (page) => section(page, "Reports").first(),
};

/** Goes to a tab as a user does. */
export async function openTab(page: Page, tab: Tab): Promise<void> {
  await tabLink(page, tab).click();
  await expect(tabLink(page, tab)).toHaveAttribute("aria-current", "page");
  await expect(SHOWN[tab](page)).toBeVisible();
}

/** One option's row, by its title; on the Options tab. */
export const optionRow = (page: Page, title: string): Locator =>
  page
    .getByRole("table", { name: /^Options/ })
    .getByRole("row")
    .filter({ has: page.getByText(title, { exact: true }) });

export const showButton = (page: Page, title: string): Locator =>
  optionRow(page, title).getByRole("button", { name: "Show" });

/** Chooses an option; leaves the page on the Options tab. */
export async function showOption(page: Page, title: string): Promise<void> {
  await openTab(page, "Options");
  await showButton(page, title).click();
  await expect(page.getByRole("heading", { name: `${title} in depth` })).toBeVisible();
}

/** Opens a database on a tab and waits for it. */
export async function openDatabase(page: Page, id: string, tab: Tab = "Answer", query = "") {
  await page.goto(`${tabPath(id, tab)}${query}`);
  await expect(SHOWN[tab](page)).toBeVisible();
}

/** The bundle of the option shown; goes to the Plan tab for it. */
export async function downloadScripts(page: Page): Promise<Download> {
  await openTab(page, "Plan");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    downloadButton(page).click(),
  ]);
  return download;
}

/** Says how much SSD there is, in the header. */
export async function setCapacity(page: Page, amount: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Usable SSD" });
  await field.fill(amount);
  await expect(page).toHaveURL(new RegExp(`[?&]ssd=${amount}GB`));
}
