/** What makes a page good for people, measured in the browser. */

import type { Page } from "@playwright/test";

declare global {
  interface Window {
    shifts: number;
    largestPaint: number;
  }
}

/** Counts layout shifts and the largest paint from the first moment of each page that follows. */
export const watchPage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = 0;
    window.largestPaint = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) window.shifts += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.largestPaint = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });

export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => window.shifts);
export const largestPaintMs = (page: Page): Promise<number> =>
  page.evaluate(() => window.largestPaint);

/** As the browser shows text: what is folded or hidden is not there, nor what a closed choice would offer. */
export const wordCount = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [shown, ...offered] = [
      document.body.innerText,
      ...Array.from(document.querySelectorAll("option:not(:checked)"), (one) => one.textContent),
    ].map((text) => text.split(/\s+/).filter(Boolean).length);
    return offered.reduce((all, words) => all - words, shown ?? 0);
  });

export const heightPx = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight);

/** What the page's scripts hold in memory once what nobody uses is thrown away. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}
