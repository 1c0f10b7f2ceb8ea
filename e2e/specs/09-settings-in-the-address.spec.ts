import { openDatabase, optionCard, section } from "../support/pages";
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
    await expect(everything).not.toContainText("Does not fit");
  };
  const expectSmall = async () => {
    await expect(page).toHaveURL(/[?&]ssd=150GB/);
    await expect(capacity).toHaveValue("150GB");
    await expect(everything).toContainText("Does not fit");
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

test("users need their think time; both and the price are in the address", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample());
  const curves = section(page, "Throughput and response time against users");
  const indexes = optionCard(page, "All indexes on SSD");
  await expect(curves).toContainText("Users are not stated");
  const fill = async (label: string, value: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.press("Enter");
  };
  await fill("Users", "400");
  await expect(page.getByText("Users and their think time go together")).toBeVisible();
  await expect(curves).toContainText("Users are not stated");
  await fill("Think time, s", "2");
  await fill("Price of it all", "8000");
  const expectUsers = async () => {
    await expect(page).toHaveURL(/users=400.*think_time_s=2.*price=8000/);
    await expect(indexes).toContainText("Users at 1 s response—");
    await expect(indexes).toContainText("Cost8,000");
    await expect(curves.getByRole("img", { name: /against users .+ today 400/ })).toBeVisible();
    await expect(curves).not.toContainText("Users are not stated");
  };
  await expectUsers();
  await page.reload();
  await expectUsers();
  await page.goto(`${page.url()}&media=hdd&spindles=24`);
  await expect(indexes).toContainText(/Users at 1 s response[\d,]+/);
  await curves.getByText("Response time", { exact: true }).click();
  await curves.getByText("Show the figures").click();
  await expect(curves.getByRole("row", { name: /^400 \(today\) 1\.00/ })).toBeVisible();
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
