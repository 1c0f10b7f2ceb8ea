import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type Page, expect, request, test } from "@playwright/test";
import { Api } from "../support/api";
import { COLOURS, violations } from "../support/axe";
import { section, verdict } from "../support/pages";
import { type Product, startProduct } from "../support/product";

const PASSWORD = "correct horse battery";
const PHONE = { width: 390, height: 844 };

/** Each goes on where the one before ended. */
test.describe.configure({ mode: "serial" });

const receiver = { answers: 204, server: undefined as Server | undefined, address: "" };

/** One of its own: from the first admin on its secret opens nothing any more. */
let product: Product;
let database = "";
test.beforeAll(async ({}, { project }) => {
  test.setTimeout(900_000);
  const server = createServer((asked, response) => {
    asked.resume();
    asked.on("end", () => response.writeHead(receiver.answers).end());
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  receiver.server = server;
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/segtier`;
  const settings = { SEGTIER_WEBHOOK_NETWORKS: '["127.0.0.0/8"]' };
  product = await startProduct(project.name, { settings });
  const owner = await request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { Authorization: `Bearer ${product.secret}` },
  });
  database = await new Api(owner).sample();
  await owner.dispose();
});
test.afterAll(async () => {
  await product.stop();
  receiver.server?.close();
});

const browserOf = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: product.url })).newPage();

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in to Segtier" })).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("banner").getByText(name)).toBeVisible();
}

/** By day and by night, on a desk and on a phone; nothing keeps anybody out. */
async function judge(page: Page, name: string): Promise<void> {
  const desk = page.viewportSize();
  for (const size of [desk, PHONE]) {
    if (size) await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const rules = colorScheme === "dark" ? COLOURS : {};
      expect(await violations(page, rules), `${name}, ${colorScheme}`).toEqual([]);
      await page.screenshot({
        path: test.info().outputPath(`${name}-${size?.width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
    if (size)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), name)
        .toBeLessThanOrEqual(size.width);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (desk) await page.setViewportSize(desk);
}

/** Keeps what is set under a name. */
async function keep(page: Page, name: string): Promise<void> {
  const form = section(page, "Keep what is set");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Name").press("Enter");
  await expect(form.getByText(`Kept as ${name}.`)).toBeVisible();
}

test("an admin resets a password and tests a webhook", async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(`/?secret=${product.secret}`);
  await page.goto("/settings");
  const first = section(page, "Make the first admin");
  await first.getByLabel("Name").fill("ana");
  await first.getByLabel(/^Password/).fill(PASSWORD);
  await first.getByRole("button", { name: "Make admin" }).click();
  await signIn(page, "ana");
  const users = section(page, "Users");
  await users.getByLabel("Name").fill("vera");
  await users.getByLabel(/^Password/).fill(PASSWORD);
  await users.getByRole("button", { name: "Add user" }).click();
  await expect(users.getByRole("button", { name: "Reset password of ana" })).toHaveCount(0);
  await users.getByRole("button", { name: "Reset password of vera" }).click();
  const dialog = page.getByRole("dialog", { name: "A new password for vera" });
  await expect(dialog.getByText(/signs vera out everywhere/)).toBeVisible();
  await judge(page, "reset");
  await dialog.getByRole("button", { name: "Reset the password" }).click();
  const made = dialog.getByLabel("Password", { exact: true });
  await expect(made).toHaveValue(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  const password = await made.inputValue();
  await judge(page, "reset-done");
  await dialog.getByRole("button", { name: "Done" }).click();

  const webhooks = section(page, "Webhooks");
  await webhooks.getByLabel("Address").fill(receiver.address);
  await webhooks.getByLabel("Address").press("Enter");
  for (const [answers, words] of [
    [204, "✓ The receiver answered 204."],
    [500, "✕ The receiver answered 500. Segtier expects 200 to 299."],
  ] as const) {
    receiver.answers = answers;
    await webhooks.getByRole("button", { name: /^Send a test event/ }).click();
    await expect(webhooks.getByText(words)).toBeVisible();
  }
  await judge(page, "webhook-tested");

  const other = await browserOf(browser);
  await other.goto("/settings");
  await signIn(other, "vera", password);
  await expect(other.getByRole("link", { name: "Open the audit trail" })).toHaveCount(0);
  await other.goto("/audit");
  await expect(
    other.getByText(/cannot read the audit trail: .* reviewer or a higher/),
  ).toBeVisible();
  await other.goto(`/databases/${database}/scenarios`);
  await expect(other.getByText(/cannot keep, rename or delete scenarios/)).toBeVisible();
  await other.context().close();
  await page.context().close();
});

test("scenarios are kept, held side by side, opened, renamed and deleted", async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(`/databases/${database}/scenarios?ssd=300GB`);
  await signIn(page, "ana");
  await expect(page.getByText("There is none yet.", { exact: false })).toBeVisible();
  await judge(page, "scenarios-empty");
  await keep(page, "small card");
  await page.goto(`/databases/${database}/scenarios?ssd=700GB&most_moves=3`);
  await keep(page, "large card");
  await page.getByLabel("Side by side: small card").check();
  await page.getByLabel("Side by side: large card").check();
  const side = section(page, "Side by side").getByRole("table");
  await expect(side.getByRole("columnheader", { name: "large card" })).toBeVisible();
  await expect(side.getByRole("row", { name: /^SSD/ })).toContainText("300 GB");
  await judge(page, "scenarios");
  await page.reload();
  await expect(side.getByRole("columnheader", { name: "large card" })).toBeVisible();

  await page.getByRole("button", { name: "Rename large card" }).click();
  await page.getByLabel("New name of large card").fill("the card");
  await page.keyboard.press("Enter");
  await expect(side.getByRole("columnheader", { name: "the card" })).toBeVisible();
  await page.getByRole("link", { name: "Open small card" }).click();
  await expect(verdict(page)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("ssd")).toBe("300GB");
  await page.goBack();
  await page.getByRole("button", { name: "Delete the card" }).click();
  await page.getByRole("button", { name: "Delete for good the card" }).click();
  await expect(page.getByLabel("Side by side: the card")).toHaveCount(0);
  await page.context().close();
});

test("the audit trail says who did what, and that it holds", async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto("/settings");
  await signIn(page, "ana");
  await page.getByRole("link", { name: "Open the audit trail" }).click();
  const entries = page.getByRole("list", { name: "Entries of the audit trail" });
  await expect(entries.getByText("deleted a scenario")).toBeVisible();
  await expect(page).toHaveTitle(/^Audit trail/);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("✓ The trail holds.")).toBeVisible();
  await entries.getByText("Detail").first().click();
  await judge(page, "audit");
  await page.getByLabel("What").selectOption({ label: "Set a password" });
  await expect(entries.getByRole("listitem")).toHaveCount(1);
  await expect(entries.getByRole("listitem")).toContainText("ana set a password");
  await page.reload();
  await expect(entries.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Who").fill("vera");
  await page.getByLabel("Who").press("Enter");
  await expect(page.getByText("No entry fits.")).toBeVisible();
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByLabel("Database").selectOption({ index: 1 });
  await expect(entries.getByText("added a database").first()).toBeVisible();
  await page.context().close();
});
