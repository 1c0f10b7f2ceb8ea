import { openDatabase, section, segmentTable } from "../support/pages";
import { expect, test } from "../support/test";

const rows = (page: Parameters<typeof segmentTable>[0]) =>
  segmentTable(page)
    .getByRole("row")
    .filter({ hasText: /✓ in|out:/ });

test("segments are found on the map, narrowed, looked at by chosen columns, and passed on as a link", async ({
  page,
  api,
  context,
}) => {
  await openDatabase(page, await api.sample(), "Segments", "?ssd=150GB");
  const status = page.getByText(/^\d+ segments? of 78/);
  await expect(status).toContainText("78 segments of 78");

  await test.step("the map goes from one to the next by keys, and chooses", async () => {
    const map = section(page, "Where is what").getByRole("toolbar");
    await map.getByRole("button").first().focus();
    const told = page.locator(".map-told");
    const largest = await told.textContent();
    await page.keyboard.press("ArrowRight");
    await expect(told).not.toHaveText(largest ?? "");
    await page.keyboard.press("Enter");
    await expect(status).toContainText("1 segment of 78");
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(status).toContainText("78 segments of 78");
  });

  await test.step("owner, kind and place narrow the table, and stay in the address", async () => {
    await page.getByLabel("In or out", { exact: true }).selectOption("In");
    await expect(page).toHaveURL(/[?&]place=in/);
    await expect(rows(page).filter({ hasText: "out:" })).toHaveCount(0);
    await expect(status).toContainText("13 segments of 78");
    await page.getByLabel("Kind").selectOption({ index: 1 });
    await expect(status).not.toContainText("13 segments");
    const found = await status.textContent();
    await page.reload();
    await expect(status).toHaveText(found ?? "");
  });

  await test.step("chosen columns are there again", async () => {
    await page.getByRole("button", { name: /^Columns/ }).click();
    await page.getByRole("checkbox", { name: "Tablespace" }).click();
    await page.keyboard.press("Escape");
    const heading = segmentTable(page).getByRole("columnheader", { name: "Tablespace" });
    await expect(heading).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("button", { name: "Columns (1 hidden)" })).toBeVisible();
    await expect(heading).toHaveCount(0);
  });

  await test.step("keys are listed, and lead to the filter", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect(page.getByLabel(/^Filter by name/)).toBeFocused();
  });

  await test.step("whoever opens the link sees the same", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: /^Share/ }).click();
    await page.getByRole("menuitem", { name: "Copy a link to what you see" }).click();
    await expect(page.getByText("The link to what you see is copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const colleague = await context.newPage();
    await colleague.goto(link);
    await expect(colleague.getByLabel("In or out", { exact: true })).toHaveValue("in");
    await colleague.close();
  });
});
