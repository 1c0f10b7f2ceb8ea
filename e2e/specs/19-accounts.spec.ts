import {
  type APIRequestContext,
  type Browser,
  type Page,
  expect,
  request,
  test,
} from "@playwright/test";
import { Api } from "../support/api";
import { asSent, makeReport } from "../support/files";
import { COLOURS, violations } from "../support/axe";
import { section } from "../support/pages";
import { type Product, startProduct } from "../support/product";

const PASSWORD = "correct horse battery";
const PHONE = { width: 390, height: 844 };

/** The second goes on where the first ended. */
test.describe.configure({ mode: "serial" });

/** One of its own: from the first admin on its secret opens nothing any more. */
let product: Product;
test.beforeAll(async ({}, { project }) => {
  test.setTimeout(900_000);
  product = await startProduct(project.name);
});
test.afterAll(async () => product.stop());

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const shows = (page: Page, name: string) =>
  expect(page.getByRole("banner").getByText(name)).toBeVisible();

const asProgram = (token: string) =>
  request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });

/** A database of one report, and the sample's. */
async function twoDatabases(owner: APIRequestContext): Promise<[string, string]> {
  const api = new Api(owner);
  const own = await api.databaseOf([(await api.send(asSent(makeReport()))).id]);
  return [own, await api.sample()];
}

async function browserOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  return context.newPage();
}

/** Nothing wider than a phone, and nothing that keeps anybody out, by day and by night. On one set-up: the pages are the same on both. */
async function judge(page: Page, name: string): Promise<void> {
  if (test.info().project.name !== "embedded") return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === "dark" ? COLOURS : {};
    expect(await violations(page, rules), `${name}, ${colorScheme}`).toEqual([]);
    await page.screenshot({
      path: test.info().outputPath(`${name}-${colorScheme}.png`),
      fullPage: true,
    });
  }
  const size = page.viewportSize();
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    PHONE.width,
  );
  await page.screenshot({ path: test.info().outputPath(`${name}-phone.png`), fullPage: true });
  if (size) await page.setViewportSize(size);
}

test("a first admin, a second user, and a token that knows one database", async ({ browser }) => {
  const owner = await asProgram(product.secret);
  const [own, sample] = await twoDatabases(owner);

  const page = await browserOf(browser);
  await page.goto(`/?secret=${product.secret}`);
  await page.getByRole("link", { name: "Settings" }).click();
  const first = section(page, "Make the first admin");
  await first.getByLabel("Name").fill("ana");
  await first.getByLabel(/^Password/).fill(PASSWORD);
  await first.getByRole("button", { name: "Make admin" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Segtier" })).toBeVisible();
  await judge(page, "sign-in");
  expect((await owner.get("/api/v1/databases")).status()).toBe(401);

  await signIn(page, "nobody");
  await expect(page.getByRole("alert")).toContainText("The name or the password is wrong");
  await signIn(page, "ana");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await shows(page, "ana");

  const users = section(page, "Users");
  await users.getByLabel("Name").fill("vera");
  await users.getByLabel(/^Password/).fill(PASSWORD);
  await users.getByRole("button", { name: "Add user" }).click();
  await expect(users.getByLabel("Role of vera")).toHaveValue("viewer");
  await users.getByRole("button", { name: "Remove ana" }).click();
  await users.getByRole("button", { name: "Remove for good ana" }).click();
  await expect(users.getByRole("alert")).toContainText("only admin");

  const tokens = section(page, "My tokens");
  await tokens.getByLabel("What it is for").fill("nightly check");
  const known = tokens.getByRole("group", { name: /Only these databases/ });
  await known.getByRole("checkbox").first().check();
  await tokens.getByRole("button", { name: "Make token" }).click();
  const text = await tokens.getByLabel("Token", { exact: true }).inputValue();
  expect(text).toMatch(/^segt_[a-z2-7]{39}$/);
  await judge(page, "settings");

  const program = await asProgram(text);
  expect(await new Api(program).databases()).toMatchObject([{ id: own }]);
  expect((await program.get(`/api/v1/databases/${own}/advice`)).status()).toBe(200);
  expect((await program.get(`/api/v1/databases/${sample}`)).status()).toBe(404);
  expect((await program.post("/api/v1/tokens", { data: {} })).status()).toBe(403);

  await page.reload();
  await expect(tokens.getByRole("rowheader", { name: "nightly check" })).toBeVisible();
  await expect(page.getByText(text)).toHaveCount(0);
  await tokens.getByRole("button", { name: "Revoke nightly check" }).click();
  await expect(tokens.getByRole("rowheader", { name: "nightly check" })).toHaveCount(0);
  expect((await program.get("/api/v1/databases")).status()).toBe(401);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Segtier" })).toBeVisible();
});

test("a viewer reads, changes nothing, and is told so", async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto("/settings");
  await signIn(page, "vera");
  await shows(page, "vera");
  await expect(section(page, "My tokens")).toBeVisible();
  await expect(section(page, "Users")).toHaveCount(0);
  await page.getByRole("link", { name: "Uploads" }).click();
  await expect(page.getByText(/You cannot upload files: .* role analyst/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose files" })).toBeDisabled();
  await expect(page.getByLabel("Files to upload")).toBeDisabled();
});
