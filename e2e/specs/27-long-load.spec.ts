import type { Locator, Page } from "@playwright/test";
import { makeHours } from "../support/files";
import { section, tabPath } from "../support/pages";
import { expect, test } from "../support/test";

const HOURS = 1_500;
const STEPS = 40;
const VIEW = "?view_from=2024-02-01T00:00&view_to=2024-02-10T00:00";

/** How long each step of a drag takes until it is drawn, in ms; the view goes a little further with each. */
const dragMs = (handle: Locator): Promise<number[]> =>
  handle.evaluate(async (element, steps) => {
    const { x, y } = element.getBoundingClientRect();
    const point = (type: string, by: number) =>
      element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + by, clientY: y + 9 }),
      );
    const took: number[] = [];
    point("pointerdown", 0);
    for (let step = 1; step <= steps; step += 1) {
      const begin = performance.now();
      point("pointermove", step * 8);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      took.push(performance.now() - begin);
    }
    point("pointerup", steps * 8);
    return took.toSorted((a, b) => a - b);
  }, STEPS);

const inView = (page: Page) => page.getByRole("status").filter({ hasText: /^In view/ });

test("1,500 intervals are moved and zoomed without a request, their gaps hatched", async ({
  page,
  api,
}) => {
  test.slow();
  await api.empty();
  const sent = await api.send(makeHours(HOURS));
  await api.read([sent.id]);
  const [database] = await api.databases();
  if (!database) throw new Error("The hours belong to no database.");
  await page.goto(`${tabPath(database.id, "Load")}${VIEW}`);
  const load = section(page, "Average active sessions");
  await expect(load.locator(".recharts-area-area").first()).toBeVisible();
  await expect(load).toContainText("Hatched: no report (2 gaps)");
  await expect(load.locator(".overview-gap")).toHaveCount(2);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    // A browser asks for the icon again whenever the address changes.
    if (request.url().includes("/api/")) asked.push(request.url());
  });

  const took = await dragMs(page.getByRole("slider", { name: "Hours in view" }));
  const [median, worst] = [took[STEPS / 2] ?? 0, took.at(-1) ?? 0];
  console.log(
    `${HOURS.toLocaleString("en")} intervals: a step of a drag is drawn in ${median.toFixed(0)} ms (median), ` +
      `${worst.toFixed(0)} ms at most`,
  );
  await expect(inView(page)).not.toContainText("1 Feb");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "All hours" }).click();
  await expect(inView(page)).toContainText("all hours");
  expect(asked).toEqual([]);
});
