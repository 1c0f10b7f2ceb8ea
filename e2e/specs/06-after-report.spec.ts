import { openDatabase, openTab, section, verdict } from "../support/pages";
import { expect, test } from "../support/test";

test("what was measured comes first, held against the forecast", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  const notice = page.getByTestId("measured");
  await expect(notice).toContainText(
    /A db file sequential read takes .+ instead of .+: DB time per transaction \d+ % less/,
  );
  const [above, below] = await Promise.all([notice.boundingBox(), verdict(page).boundingBox()]);
  expect(above?.y).toBeLessThan(below?.y ?? 0);

  const text = (await notice.textContent()) ?? "";
  const figures = /Forecast [\d.]+ \(([\d.]+)–([\d.]+)\) .+ measured (\d+\.\d+)/;
  const [, low, high, measured] = figures.exec(text) ?? [];
  const inside = Number(measured) >= Number(low) && Number(measured) <= Number(high);
  await expect(notice.getByRole("heading").first()).toContainText(
    inside ? /The (forecast|total) held/ : /The total (is better|gained less|is slower)/,
  );
  await expect(
    notice
      .getByRole("img", { name: /before .+ forecast .+ measured/ })
      .locator("path")
      .first(),
  ).toBeAttached();
  await expect(notice.getByRole("list", { name: "What became of each wait class" })).toContainText(
    /User I\/O −\d+ % [✓✕] (in|out)side/,
  );

  await notice.getByText("Class by class").click();
  const classes = section(page, "Wait classes compared");
  await expect(classes.getByRole("columnheader")).toHaveText([
    "Wait class",
    "Before",
    "Forecast (range)",
    "After",
    "Changed",
    "Measured is",
  ]);
  await expect(classes.getByRole("row", { name: "User I/O" })).toContainText(/inside|outside/);
  await expect(classes.getByRole("row", { name: "All DB time" })).toContainText(
    inside ? "inside" : "outside",
  );
});

test("it is held against the option that was carried out", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  const notice = page.getByTestId("measured");
  const heading = notice.getByRole("heading").first();
  await expect(heading).toContainText("The total held");
  const applied = page.getByLabel("Applied option");
  await applied.selectOption({ label: "All indexes on SSD" });
  await expect(page).toHaveURL(/applied=indexes/);
  await expect(heading).toContainText("The total is better than its forecast");
  await applied.selectOption({ label: "Nothing was changed" });
  await expect(heading).toContainText("A db file sequential read takes");
  await expect(notice).toContainText("There is no forecast to judge.");
});

test("the option shows today, predicted and measured by event", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  await openTab(page, "Options");
  const compared = section(page, "Wait events compared");
  await expect(compared.getByRole("columnheader")).toHaveText([
    "Event",
    "Today",
    "Predicted",
    "Measured",
  ]);
  const read = compared.getByRole("row", { name: /db file sequential read/ }).getByRole("cell");
  const [today, predicted, measured] = (await read.allTextContents()).map((text) =>
    Number(text.replaceAll(",", "")),
  );
  expect(predicted).toBeGreaterThan(0);
  expect(predicted).toBeLessThan(today!);
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThan(today!);
});
