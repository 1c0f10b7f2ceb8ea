import { openDatabase, openTab, optionRow, section, setCapacity } from "../support/pages";
import { expect, test } from "../support/test";

test("the capacity is in the address: reload keeps it, back takes it away", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample(), "Options");
  const everything = optionRow(page, "All data on SSD");
  const best = optionRow(page, "Best segments on SSD");
  const capacity = page.getByRole("textbox", { name: "Usable SSD" });
  const assumed = page.getByText("assumed, change");
  const expectDefault = async () => {
    await expect(capacity).toHaveValue("700");
    await expect(assumed).toBeVisible();
    await expect(everything).toContainText("466 GiB");
    await expect(everything).not.toContainText("Does not fit");
  };
  const expectSmall = async () => {
    await expect(page).toHaveURL(/[?&]ssd=150GB/);
    await expect(capacity).toHaveValue("150");
    await expect(assumed).toHaveCount(0);
    await expect(everything).toContainText("Does not fit");
    await expect(best).toContainText(/1[0-3]\d GiB/);
  };

  await expectDefault();
  await setCapacity(page, "150");
  await expectSmall();
  await page.reload();
  await expectSmall();
  await page.goBack();
  await expectDefault();
  await expect(page).not.toHaveURL(/ssd=/);
  await page.goForward();
  await expectSmall();
});

test("a step of the slider is answered without a request, and at rest the server is asked", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample(), "Answer", "?ssd=300GB");
  const slider = page.getByRole("slider", { name: "SSD" });
  const said = page.getByTestId("capacity-answer");
  await expect(said).toContainText(/less DB time, \d+ moves/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const before = await said.textContent();
  await slider.focus();
  const took = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>("input[type=range]")!;
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
    const start = performance.now();
    setter.call(input, String(Number(input.min) + Number(input.step) * 4));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => done(null)));
    return performance.now() - start;
  });
  console.log(`A step of the slider is answered after ${took.toFixed(0)} ms`);
  expect(await said.textContent()).not.toBe(before);
  expect(asked).toEqual([]);
  await expect(page).not.toHaveURL(/ssd=300GB/);
  expect(asked.some((url) => url.includes("/advice?"))).toBe(true);
});

test("the unit is the user's own", async ({ page, api }) => {
  await openDatabase(page, await api.sample(), "Answer", "?ssd=700GB");
  await page.getByLabel("Unit of the SSD").selectOption("TiB");
  await expect(page).toHaveURL(/ssd=0\.637TiB/);
  await expect(page.getByRole("textbox", { name: "Usable SSD" })).toHaveValue("0.637");
});

test("users need their think time; both and the price are in the address", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample(), "Options");
  const curves = section(page, "Throughput and response time against users");
  const indexes = optionRow(page, "All indexes on SSD");
  await expect(curves).toContainText("Users are not stated");
  await page.getByRole("button", { name: "Device, storage, users" }).click();
  const fill = async (label: string, value: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.press("Enter");
  };
  await fill("Users", "400");
  await expect(page.getByText("Users and their think time go together")).toBeVisible();
  await expect(curves).toContainText("Users are not stated");
  await fill("Think time, s", "2");
  await fill("Total price", "8000");
  await page.keyboard.press("Escape");
  const expectUsers = async () => {
    await expect(page).toHaveURL(/users=400.*think_time_s=2.*price=8000/);
    await expect(page.getByRole("columnheader", { name: "Users at 1 s response" })).toBeVisible();
    await expect(indexes).toContainText("8,000");
    await expect(curves.getByRole("img", { name: /against users .+ today 400/ })).toBeVisible();
    await expect(curves).not.toContainText("Users are not stated");
  };
  await expectUsers();
  await page.reload();
  await expectUsers();
  await page.goto(`${page.url()}&media=hdd&spindles=24`);
  await curves.getByText("Response time", { exact: true }).click();
  await curves.getByRole("button", { name: /^Table of / }).click();
  await expect(curves.getByRole("row", { name: /^400 \(today\) 1\.00/ })).toBeVisible();
});

test("hours chosen on the Load tab are what the whole answer is made from", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample(), "Load");
  await page.getByLabel("From", { exact: true }).selectOption({ label: "12 Mar, 09:00" });
  await expect(page).toHaveURL(/hours_from=2024-03-12T09%3A00/);
  await openTab(page, "Answer");
  await expect(section(page, "Why")).toContainText("09:00");
  await openTab(page, "Load");
  await page.getByRole("button", { name: "Back to the busiest usual hour" }).click();
  await expect(page).not.toHaveURL(/hours_/);
});

test("a segment that is excluded stays, whatever it would save", async ({ page, api }) => {
  await openDatabase(page, await api.sample(), "Segments");
  const name = "SHOP.STOCK_LEVELS";
  await page.getByRole("button", { name: `exclude: ${name} from SSD` }).click();
  await expect(page).toHaveURL(/exclude=SHOP\.STOCK_LEVELS/);
  const row = page.getByRole("table", { name: "Ranked segments" }).getByRole("row");
  await expect(row.filter({ hasText: name }).first()).toContainText("out");
  await openTab(page, "Answer");
  await expect(page.getByText("First of all:")).not.toContainText(name);
});

test("a capacity that is none says so and keeps the figures", async ({ page, api }) => {
  const id = await api.sample();
  await openDatabase(page, id, "Options");
  await page.evaluate(() => history.replaceState(null, "", `${location.pathname}?ssd=lots`));
  await page.reload();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("lots");
  await expect(alert).toContainText("The answer below is without: Usable size");
  await expect(section(page, "Options")).toContainText("Best segments on SSD");
  const field = alert.getByLabel("Usable size");
  await field.fill("300GB");
  await field.press("Enter");
  await expect(page).toHaveURL(/ssd=300GB/);
  await expect(alert).toHaveCount(0);
});
