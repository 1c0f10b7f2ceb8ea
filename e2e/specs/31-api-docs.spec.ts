import { COLOURS, violations } from "../support/axe";
import { tabTo } from "../support/keyboard";
import { expect, test } from "../support/test";

test("the operations of the REST interface, read with the keyboard alone", async ({ page }) => {
  const faults: string[] = [];
  const asked = new Set<string>();
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => asked.add(new URL(request.url()).host));
  await page.goto("/");
  await page.getByRole("link", { name: "REST API" }).click();
  const operation = page.getByRole("button", { name: "GET /healthz The process responds" });
  await expect(operation).toBeVisible();
  await tabTo(page, operation);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Use it as a liveness probe.")).toBeVisible();
  await page.getByRole("button", { name: "The advice on one page" }).first().click();
  await expect(page.getByText("Usable SSD after mirroring").first()).toBeVisible();

  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, COLOURS)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(faults).toEqual([]);
  expect(asked.size, "this server alone").toBe(1);
});
