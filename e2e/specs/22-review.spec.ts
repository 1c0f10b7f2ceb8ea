import { violations } from "../support/axe";
import { openDatabase, openTab } from "../support/pages";
import { expect, test } from "../support/test";

const PHONE_PX = 390;

test("a plan is drafted, revised, approved alone, carried out and measured", async ({
  page,
  api,
}) => {
  await api.empty();
  await openDatabase(page, await api.sample());
  await openTab(page, "Plan");
  await page.getByRole("button", { name: "Draft this plan for review" }).click();
  const state = page.getByTestId("plan-state");
  await expect(state).toContainText("Draft, revision 1");

  await page.getByLabel("Say something").fill("Why this table?");
  await page.getByLabel(/On which operation or file/).fill("O001");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText(/on O001, revision 1/)).toBeVisible();

  await page.getByRole("link", { name: "Make a new revision" }).click();
  await page.getByLabel("Tablespace for tables").fill("FAST_DATA");
  await page.getByLabel("Tablespace for tables").press("Enter");
  await page.getByRole("button", { name: /^Make revision 2/ }).click();
  await expect(state).toContainText("Draft, revision 2");
  await expect(page.getByText("data_tablespace: not stated → FAST_DATA")).toBeVisible();

  await page.getByLabel(/^Why it goes on/).fill("The precheck counts them.");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(state).toContainText("In review");
  await page.getByRole("button", { name: /^Resolve/ }).click();
  await page.getByRole("button", { name: /^Approve revision 2, / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve revision 2" }).click();
  await expect(page.getByText(/^Self-approved by the single user/)).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the scripts of revision 2" }).click();
  expect((await download).suggestedFilename()).toMatch(/^segtier-.+-r2-approved\.zip$/);

  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: PHONE_PX, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    PHONE_PX,
  );

  await page.getByRole("button", { name: "It was carried out" }).click();
  await expect(state).toContainText("Applied and measured");
  await page.goto("/scoreboard");
  await expect(
    page.getByRole("table", { name: "Your forecasts" }).getByRole("row").nth(1),
  ).toContainText(/inside|outside/);
});
