import { openDatabase, openTab } from "../support/pages";
import { expect, test } from "../support/test";

test("a sealed forecast is held against the after-report by itself", async ({ page, api }) => {
  await api.empty();
  await page.goto("/scoreboard");
  await expect(page.getByText("No forecast is sealed yet.")).toBeVisible();
  const papers = page.getByRole("table", { name: "Published measurements" });
  await expect(papers.getByRole("row", { name: /SD-20/ })).toContainText(/inside|outside/);
  await expect(page.getByText(/Proving ground: \d+ forecasts/)).toBeVisible();

  await openDatabase(page, await api.sample());
  await openTab(page, "Plan");
  await page.getByRole("button", { name: "Seal this forecast now" }).click();
  await page.getByRole("link", { name: "See the scoreboard" }).click();

  const first = page.getByRole("table", { name: "Your forecasts" }).getByRole("row").nth(1);
  await expect(first).toContainText(/sealed on .+ by the single user/);
  await expect(first).toContainText(/inside|outside/);
  await expect(page.getByText(/Yours: 1 forecast/)).toBeVisible();
  await expect(page.getByRole("img", { name: /forecast with its range/ })).toBeVisible();

  await first.getByRole("link").click();
  await expect(page.getByTestId("sealed-line")).toContainText(/sealed on .+ its range/);
});
