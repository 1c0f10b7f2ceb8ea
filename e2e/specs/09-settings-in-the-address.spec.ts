import { openDatabase, optionCard } from "../support/pages";
import { expect, test } from "../support/test";

test("the capacity is in the address: reload keeps it, back takes it away", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample());
  const everything = optionCard(page, "All data on SSD");
  const best = optionCard(page, "Best segments on SSD");
  const capacity = page.getByLabel("Usable capacity");
  const expectDefault = async () => {
    await expect(capacity).toHaveValue("700GB");
    await expect(everything).toContainText("466 GiB of 652 GiB");
    await expect(everything).not.toContainText("blocked");
  };
  const expectSmall = async () => {
    await expect(page).toHaveURL(/[?&]ssd=150GB/);
    await expect(capacity).toHaveValue("150GB");
    await expect(everything).toContainText("blocked");
    await expect(best).toContainText(/1[0-3]\d GiB of 140 GiB/);
  };

  await expectDefault();
  await capacity.fill("150GB");
  await capacity.press("Enter");
  await expectSmall();
  await page.reload();
  await expectSmall();
  await page.goBack();
  await expectDefault();
  await expect(page).not.toHaveURL(/ssd=/);
  await page.goForward();
  await expectSmall();
});

test("a capacity that is none says so and keeps the figures", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  await page.getByLabel("Usable capacity").fill("lots");
  await page.getByLabel("Usable capacity").press("Enter");
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("The advice below is for the settings before this change.");
  await expect(notice).toContainText("lots");
  await expect(optionCard(page, "All data on SSD")).toContainText("466 GiB of 652 GiB");
});
