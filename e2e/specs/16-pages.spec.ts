import type { Locator, Page } from "@playwright/test";
import { COLOURS, violations } from "../support/axe";
import {
  heightPx,
  largestPaintMs,
  layoutShift,
  watchPage,
  wordCount,
} from "../support/page-quality";
import { TABS, section, segmentTable, tabPath, verdict } from "../support/pages";
import { expect, test } from "../support/test";

/** A moment after everything in the sample, so that "two years ago" is said in every picture. */
const NOW = new Date("2026-11-24T12:00:00Z");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** Each component in each state is on the workbench. */
const PICTURES = new Set(["1440 light", "390 dark"]);
const FIRST_PAGE_BYTES = 190_000;
const MOST_SHIFT = 0.02;
const ANSWER = { words: 450, screens: 3 };
const DIFFERENT_AT_MOST = 0.02;

interface Shown {
  name: string;
  path: (database: string) => string;
  /** There when all of the page is. */
  there: (page: Page) => Locator;
}

const chart = (page: Page, title: string) =>
  section(page, title).getByRole("img").first().locator("path").first();

const THERE: Record<(typeof TABS)[number], (page: Page) => Locator> = {
  Answer: (page) => page.getByTestId("measured"),
  Load: (page) => chart(page, "Average active sessions"),
  Options: (page) => chart(page, "How much SSD"),
  Segments: (page) => segmentTable(page).getByRole("row").nth(1),
  Plan: (page) => page.getByRole("button", { name: "Download the scripts" }),
  Reports: (page) => section(page, "Reports").getByRole("row").nth(1),
};

const PAGES: readonly Shown[] = [
  { name: "home", path: () => "/", there: (page) => page.getByText("Do it") },
  {
    name: "uploads",
    path: () => "/uploads",
    there: (page) => page.getByRole("link", { name: "Open OAKSHOP" }),
  },
  { name: "collect", path: () => "/collect", there: (page) => section(page, "Grants") },
  ...TABS.map((tab) => ({
    name: tab.toLowerCase(),
    path: (database: string) => tabPath(database, tab),
    there: THERE[tab],
  })),
];

/** Nothing is on its way any more and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

test("the first page takes little over the wire", async ({ page, api }) => {
  await api.empty();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Map<string, string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") scripts.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Try the sample" })).toBeVisible();
  await settled(page);
  console.log(
    `The first page: ${scripts.size} scripts, ${(bytes / 1000).toFixed(0)} kB on the wire`,
  );
  expect(scripts.size).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(FIRST_PAGE_BYTES);
});

test("the empty first page and an open source have no fault for axe", async ({ page, api }) => {
  await api.empty();
  await page.goto("/");
  const collect = section(page, "What to collect").getByRole("heading", { level: 3 });
  await expect(collect.first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto(tabPath(await api.sample(), "Load"));
  await page.getByRole("button", { name: "Source of db file sequential read" }).first().click();
  await expect(page.getByRole("dialog").getByRole("article").first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const { name, path, there } of PAGES)
  test(`${name}: no fault for axe, nothing jumps, and it looks as it did`, async ({
    page,
    api,
  }) => {
    test.slow();
    const id = await api.sampleAlone();
    await page.clock.setFixedTime(NOW);
    await watchPage(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(path(id));
      await expect(there(page)).toBeVisible();
      await settled(page);
      const [shift, paint] = [await layoutShift(page), await largestPaintMs(page)];
      console.log(
        `${name} at ${size.width}: shift ${shift.toFixed(3)}, largest paint ${paint.toFixed(0)} ms, ` +
          `${await wordCount(page)} words, ${await heightPx(page)} px`,
      );
      expect(shift, `layout shift at ${size.width}`).toBeLessThan(MOST_SHIFT);
      if (name === "answer") {
        expect(await wordCount(page)).toBeLessThanOrEqual(ANSWER.words);
        if (size.width === 390)
          expect(await heightPx(page)).toBeLessThan(ANSWER.screens * size.height);
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator("html")).toHaveAttribute(
          "data-mantine-color-scheme",
          colorScheme,
        );
        const rules = colorScheme === "dark" ? COLOURS : {};
        expect(await violations(page, rules), `${colorScheme} at ${size.width}`).toEqual([]);
        if (!PICTURES.has(`${size.width} ${colorScheme}`)) continue;
        await expect(page).toHaveScreenshot(`${name}-${size.width}-${colorScheme}.png`, {
          maxDiffPixelRatio: DIFFERENT_AT_MOST,
          mask: [page.locator("[data-changes]")],
        });
      }
    }
  });

test("a case saved as one file is read without a network", async ({ page, api, browser }) => {
  await page.goto(tabPath(await api.sample(), "Answer"));
  await expect(verdict(page)).toBeVisible();
  const headline = await verdict(page).getByRole("heading", { level: 2 }).textContent();
  await page.getByRole("button", { name: /^Share, print/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Save the case as one file" }).click(),
  ]);
  const path = test.info().outputPath("case.html");
  await download.saveAs(path);

  const context = await browser.newContext({ offline: true });
  const away = await context.newPage();
  const faults: string[] = [];
  away.on("pageerror", (error) => faults.push(String(error)));
  await away.goto(`file://${path}`);
  await expect(verdict(away).getByRole("heading", { level: 2 })).toHaveText(headline ?? "");
  for (const tab of ["Load", "Options", "Segments", "Reports"] as const) {
    await away.getByRole("link", { name: tab, exact: true }).click();
    await expect(THERE[tab](away)).toBeVisible();
  }
  await away.getByRole("link", { name: "Plan", exact: true }).click();
  await expect(section(away, "Steps, in order")).toBeVisible();
  await expect(away.getByText("not in this file")).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});
