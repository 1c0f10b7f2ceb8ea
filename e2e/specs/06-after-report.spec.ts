import { openDatabase, section } from "../support/pages";
import { expect, test } from "../support/test";

test("the recommended option shows today, predicted and measured", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
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

  const classes = section(page, "Wait classes compared");
  await expect(classes.getByRole("columnheader")).toHaveText([
    "Wait class",
    "Before",
    "Forecast (P10–P90)",
    "After",
    "Measured is",
  ]);
  await expect(classes.getByRole("row", { name: "User I/O" })).toContainText(/inside|outside/);

  const words =
    /A db file sequential read takes .+ instead of .+: DB time per transaction \d+ % less/;
  const notice = page.getByTestId("measured");
  await expect(notice).toContainText(words);
  const text = (await notice.textContent()) ?? "";
  const figures =
    /DB time per transaction is (\d+) % less .+ The forecast was [\d.]+ \(([\d.]+)–([\d.]+)\), so (inside|outside) its P10–P90 range/;
  const [, less, low, high, word] = figures.exec(text) ?? [];
  const response = 1 - Number(less) / 100;
  const inside = response >= Number(low) && response <= Number(high);
  expect(word, text).toBe(inside ? "inside" : "outside");
  await expect(classes.getByRole("row", { name: "All DB time" })).toContainText(word ?? "");
});
