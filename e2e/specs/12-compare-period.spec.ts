import { makePair } from "../support/files";
import { openDatabase, openTab, section } from "../support/pages";
import { expect, test } from "../support/test";

test("the second period of a compare-period report counts once it is said to be after", async ({
  page,
  api,
}) => {
  await api.empty();
  const { id } = await api.send(makePair());
  await openDatabase(page, await api.databaseOf([id]));
  await expect(page.getByTestId("measured")).toHaveCount(0);

  await openTab(page, "Reports");
  const reports = section(page, "Reports");
  const second = reports.getByRole("row", { name: /second period/ });
  await expect(second.getByRole("combobox")).toHaveValue("ignored");
  await second.getByRole("button", { name: /^Use the second period/ }).click();
  await expect(second.getByRole("combobox")).toHaveValue("after");
  await openTab(page, "Answer");
  await expect(page.getByTestId("measured")).toContainText(/DB time per transaction/);
});
