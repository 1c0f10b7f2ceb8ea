import { type Page, expect } from "@playwright/test";

const LOOK_MS = 150;
const ALIKE = 3;
/** What shows a figure: axes are lines, and an empty chart has its clipping. */
const MARKS = ["path", "rect", "circle"].map((mark) => `${mark}:not(defs *, clipPath *)`).join();

/** What charts have drawn so far, and whether something is still on its way. */
const drawing = (page: Page) =>
  page.evaluate((marks) => {
    const charts = [...document.querySelectorAll("[data-drawing]")];
    const empty = charts.filter((chart) => !chart.querySelector(marks)).length;
    const busy = document.querySelectorAll("[aria-busy=true]").length;
    return { waiting: empty + busy, text: charts.map((chart) => chart.innerHTML).join("") };
  }, MARKS);

/** Every chart has something in it and has stood still for a while; nothing is being fetched. */
export async function chartsDrawn(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  let [before, alike] = ["", 0];
  await expect
    .poll(
      async () => {
        const { waiting, text } = await drawing(page);
        alike = waiting === 0 && text === before ? alike + 1 : 0;
        before = text;
        return alike;
      },
      { intervals: [LOOK_MS] },
    )
    .toBeGreaterThanOrEqual(ALIKE);
}
