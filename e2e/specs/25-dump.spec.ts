import { makeDump } from "../support/files";
import { openDatabase, openTab } from "../support/pages";
import { expect, test } from "../support/test";

test("files of a dump come one by one, and two windows of it are compared", async ({
  page,
  api,
}) => {
  await api.empty();
  const [first, second] = makeDump();
  await api.send(second!);
  await page.goto("/uploads");
  await expect(page.getByText(/is read as soon as Segtier also has file 1/)).toBeVisible();
  const { id } = await api.send(first!);
  await openDatabase(page, await api.databaseOf([id]), "Load");

  await page.getByLabel("Window from").fill("2026-11-20T11:00");
  await page.getByLabel("Window to").fill("2026-11-20T13:00");
  await page.getByRole("button", { name: "Compare with these hours" }).click();
  await expect(page).toHaveURL(/after_from=2026-11-20T11/);
  await openTab(page, "Answer");
  await expect(page.getByTestId("measured")).toContainText(
    "After: from 20 Nov, 11:00 to 20 Nov, 13:00. Before: all earlier hours.",
  );

  await openTab(page, "Load");
  await page.getByLabel("Window from").fill("2026-11-20T08:00");
  await page.getByLabel("Window to").fill("2026-11-20T10:00");
  await page.getByLabel("Window to").press("Enter");
  await expect(page).toHaveURL(/hours_from=2026-11-20T08/);
});
