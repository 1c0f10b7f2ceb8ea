import { asSent, makeLarge } from "../support/files";
import { heapBytes } from "../support/page-quality";
import {
  TABS,
  openDatabase,
  openTab,
  section,
  segmentTable,
  setCapacity,
  tabPath,
  verdict,
} from "../support/pages";
import { Stopwatch } from "../support/stopwatch";
import { expect, test } from "../support/test";

const SEGMENTS = 100_000;
/** Seconds on a quiet machine, minutes on one that is at something else. */
const FIRST_ANSWER_MS = 900_000;
const MOST = { requests: 15, heapBytes: 150_000_000 };

test("a database of 100,000 segments opens with a few requests and stays small", async ({
  page,
  api,
}) => {
  test.slow();
  await api.empty();
  const sent = await api.send(asSent(makeLarge(SEGMENTS)));
  await api.read([sent.id]);
  const [database] = await api.databases();
  if (!database) throw new Error("The archive belongs to no database.");
  await page.goto(tabPath(database.id, "Answer"));
  await expect(verdict(page)).toBeVisible({ timeout: FIRST_ANSWER_MS });

  await page.goto("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  const opening = new Stopwatch();
  await openDatabase(page, database.id);
  opening.finish(`A database of ${SEGMENTS.toLocaleString("en")} segments, answered before, opens`);
  await page.waitForLoadState("networkidle");
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(MOST.requests);

  for (const tab of TABS) await openTab(page, tab);
  await openTab(page, "Segments");
  await expect(section(page, /^Ranked segments$/)).toContainText("100,020");
  const sorting = new Stopwatch();
  await segmentTable(page).getByRole("button", { name: /IO/ }).first().click();
  await expect(page).toHaveURL(/sort=io/);
  await page.waitForLoadState("networkidle");
  sorting.finish("They are sorted");
  const [map] = await Promise.all([
    page.waitForResponse(/\/segments\/map\?.*ssd=5000GB/, { timeout: FIRST_ANSWER_MS }),
    setCapacity(page, "5000"),
  ]);
  await map.finished();
  const drawing = new Stopwatch();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  drawing.finish("After a step of the slider their map is drawn");
  const { requestStart, responseEnd } = map.request().timing();
  console.log(`Its map was asked for and came in ${(responseEnd - requestStart).toFixed(0)} ms`);
  const heap = await heapBytes(page);
  console.log(
    `After all tabs: ${asked.length} requests, ${(heap / 1e6).toFixed(0)} MB in the page`,
  );
  expect(heap).toBeLessThan(MOST.heapBytes);
});
