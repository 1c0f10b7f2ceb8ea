import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { makeSample } from "../support/files";
import { COLOURS, violations } from "../support/axe";
import { openDatabase, section, setCapacity } from "../support/pages";
import { type Product, startProduct } from "../support/product";
import { chooseFiles, expectTally } from "../support/uploads";

const PASSWORD = "correct horse battery";
const PHONE_PX = 390;
const EMPTY = /^Failed to load resource/;

/** Each goes on where the one before ended. */
test.describe.configure({ mode: "serial" });

/** A program that is told what happened: first it says that it is gone. */
const receiver = { answers: 410, server: undefined as Server | undefined, address: "" };

/** One of its own: from the first admin on its secret opens nothing any more. */
let product: Product;
test.beforeAll(async ({}, { project }) => {
  test.setTimeout(900_000);
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(receiver.answers).end());
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  receiver.server = server;
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/segtier`;
  const settings = { SEGTIER_WEBHOOK_NETWORKS: '["127.0.0.0/8"]' };
  product = await startProduct(project.name, { settings });
});
test.afterAll(async () => {
  await product.stop();
  receiver.server?.close();
});

const said: string[] = [];

/** A browser of somebody's own. */
async function browserOf(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !EMPTY.test(message.text())) said.push(message.text());
  });
  return page;
}

async function signedIn(browser: Browser, name: string): Promise<Page> {
  const page = await browserOf(browser);
  await page.goto("/");
  await signIn(page, name);
  return page;
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("banner").getByText(name)).toBeVisible();
}

/** By day and by night, on a desk and on a phone; nothing keeps anybody out. On one set-up: the pages are the same on both. */
async function judge(page: Page, shown: Locator, name: string): Promise<void> {
  if (test.info().project.name !== "embedded") return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === "dark" ? COLOURS : {};
    expect(await violations(page, rules), `${name}, ${colorScheme}`).toEqual([]);
    await shown.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const size = page.viewportSize();
  await page.setViewportSize({ width: PHONE_PX, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(PHONE_PX);
  if (size) await page.setViewportSize(size);
}

test("a first admin adds an analyst, a reviewer and a webhook", async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(`/?secret=${product.secret}`);
  await page.goto("/settings");
  const first = section(page, "Make the first admin");
  await first.getByLabel("Name").fill("ana");
  await first.getByLabel(/^Password/).fill(PASSWORD);
  await first.getByRole("button", { name: "Make admin" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Segtier" })).toBeVisible();
  await signIn(page, "ana");
  const users = section(page, "Users");
  for (const [name, role] of [
    ["al", "analyst"],
    ["rita", "reviewer"],
  ] as const) {
    await users.getByLabel("Name").fill(name);
    await users.getByLabel("Role", { exact: true }).selectOption(role);
    await users.getByLabel(/^Password/).fill(PASSWORD);
    await users.getByRole("button", { name: "Add user" }).click();
    await expect(users.getByLabel(`Role of ${name}`)).toHaveValue(role);
  }
  const webhooks = section(page, "Webhooks");
  await webhooks.getByLabel("Address").fill(receiver.address);
  await webhooks.getByText("All events").press("Enter");
  await webhooks.getByLabel("A plan was drafted").press("Space");
  await webhooks.getByLabel("Address").press("Enter");
  const secret = webhooks.getByLabel("Secret", { exact: true });
  await expect(secret).toHaveValue(/^whsec_/);
  await expect(webhooks.getByRole("button", { name: "Copy: the secret" })).toBeVisible();
  await judge(page, webhooks, "webhook-added");
  await page.reload();
  await expect(webhooks.getByText(`${receiver.address}, on`)).toBeVisible();
  await expect(secret).toHaveCount(0);
  await page.context().close();
});

test("an author and a reviewer, each in a browser of their own, from the draft to the score", async ({
  browser,
}) => {
  const files = makeSample();
  const before = files.filter((path) => /before\/(awrrpt_1_411[5-7]_.*html|.*csv)$/.test(path));
  const after = files.filter((path) => /after\/awrrpt.*html$/.test(path));
  const al = await signedIn(browser, "al");
  await al.goto("/uploads");
  await chooseFiles(al, before);
  await expectTally(al, `${before.length} files read`);
  await al.getByRole("link", { name: "Open OAKSHOP" }).click();
  await expect(al).toHaveURL(/\/databases\/db_/);
  const [database = ""] = /db_\w+/.exec(al.url()) ?? [];
  await openDatabase(al, database, "Plan", "?option=segments&ssd=100GB");
  const author = section(al, "Review");

  const rita = await signedIn(browser, "rita");
  await openDatabase(rita, database, "Plan");
  const reviewer = section(rita, "Review");
  const standsIs = async (text: string) => {
    for (const one of [author, reviewer])
      await expect(one.getByTestId("plan-state")).toContainText(text);
  };

  await author.getByRole("button", { name: "Draft this plan for review" }).click();
  await standsIs("Draft, revision 1");
  await expect(reviewer.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  const why = author.getByLabel(/^(Why it goes on|Comment to what you do)/);
  await why.fill("The precheck counts the rest.");
  await author.getByRole("button", { name: "Submit for review" }).click();
  await standsIs("In review, revision 1");
  await expect(author.getByText(/^You cannot approve it\. Somebody other than/)).toBeVisible();
  await expect(author.getByRole("button", { name: /^Approve/ })).toHaveCount(0);

  await rita.goto("/");
  const waiting = section(rita, "Plans that wait for somebody");
  await expect(waiting.getByText(/: revision 1, by al, waits for approval$/)).toBeVisible();
  await judge(rita, waiting, "waiting");
  await waiting.getByRole("link", { name: /, OAKSHOP$/ }).click();
  await standsIs("In review, revision 1");
  await reviewer.getByText("What revision 1 does", { exact: false }).click();
  await reviewer
    .getByText(/^\d+ statements?$/)
    .first()
    .click();
  await reviewer.getByRole("button", { name: "Comment on O001" }).click();
  await reviewer.getByRole("textbox", { name: "Comment on O001" }).fill("Why this one first?");
  await reviewer.getByRole("button", { name: "Comment", exact: true }).first().click();
  await reviewer
    .getByText("settings.sql, line by line")
    .or(reviewer.getByText(/other files$/))
    .first()
    .click();
  await reviewer.getByText("settings.sql, line by line").click();
  await reviewer.getByRole("button", { name: "Comment on line 1 of settings.sql" }).click();
  await reviewer
    .getByRole("textbox", { name: "Comment on line 1 of settings.sql" })
    .fill("Who fills this in?");
  await reviewer.getByRole("button", { name: "Comment", exact: true }).first().click();
  await expect(author.getByText("Why this one first?")).toBeVisible();
  await expect(
    author.getByText(/^rita, .+, on line 1 of settings\.sql, revision 1$/),
  ).toBeVisible();
  await judge(rita, reviewer, "commented");

  await reviewer.getByRole("button", { name: /^Approve revision 1, / }).click();
  await standsIs("Approved, revision 1");
  for (const one of [author, reviewer])
    await expect(one.getByText(/^Approved by rita on /)).toBeVisible();
  await judge(al, author, "approved");

  await setCapacity(al, "150");
  await author.getByRole("button", { name: /^Make a new revision/ }).click();
  await standsIs("Draft, revision 2");
  for (const one of [author, reviewer]) {
    await expect(one.getByText(/^rita approved revision 1; .+ dismissed/)).toBeVisible();
    await expect(one.getByText(/^Approved by/)).toHaveCount(0);
  }
  await why.fill("There is room for more.");
  await author.getByRole("button", { name: "Submit for review" }).click();
  await standsIs("In review, revision 2");
  await expect(author.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await judge(al, author, "own-plan");

  await expect(
    reviewer.getByText(/^\+\d+ segments?, (-\d+ segments?, )?\+[\d.]+ GiB/),
  ).toBeVisible();
  await judge(rita, reviewer, "difference");
  await reviewer.getByRole("button", { name: /^Approve revision 2, / }).click();
  await standsIs("Approved, revision 2");

  const fetched = al.waitForEvent("download");
  await author.getByRole("link", { name: "The scripts of revision 2" }).click();
  const download = await fetched;
  expect(download.suggestedFilename()).toMatch(/^segtier-segments-.+-r2-approved\.zip$/);
  await author.getByRole("button", { name: "It was carried out" }).click();
  await standsIs("Applied, revision 2");

  await al.goto("/uploads");
  await al.getByText("After the change", { exact: true }).click();
  await chooseFiles(al, after);
  await expectTally(al, `${before.length + after.length} files read`);
  await expect(reviewer.getByTestId("plan-state")).toContainText("Applied and measured");
  await expect(
    reviewer.getByText(/^Its forecast: measured (inside|outside) its range/),
  ).toBeVisible();
  await al.goto("/scoreboard");
  for (const revision of [1, 2]) {
    const row = al.getByRole("row", {
      name: new RegExp(`OAKSHOP sealed on .+ by rita, who approved revision ${revision}`),
    });
    await expect(row).toContainText(/inside|outside/);
  }
  await judge(al, al.getByRole("main"), "scoreboard");
  expect(said, "errors on the consoles").toEqual([]);
});

test("the admin sees what was sent, and sends what was given up once more", async ({ browser }) => {
  const page = await signedIn(browser, "ana");
  await page.goto("/settings");
  const webhooks = section(page, "Webhooks");
  await expect(webhooks.getByText("off: the receiver said it is gone")).toBeVisible();
  await webhooks.getByText("What was sent").press("Enter");
  await webhooks.getByLabel("Only what was given up").press("Space");
  const first = webhooks.getByRole("row", { name: "A plan was drafted" });
  await expect(first).toContainText("✕ given up, answered 410");
  await judge(page, webhooks, "webhook-gone");

  receiver.answers = 204;
  await webhooks.getByRole("button", { name: /^Switch on/ }).press("Enter");
  await expect(webhooks.getByText(`${receiver.address}, on`)).toBeVisible();
  await first.getByRole("button", { name: /^Send again/ }).press("Enter");
  await expect(webhooks.getByText("Nothing yet.")).toBeVisible();
  await webhooks.getByLabel("Only what was given up").press("Space");
  await expect(first).toContainText(/✓ delivered.*answered 204/);

  await webhooks.getByRole("button", { name: /^Remove/ }).press("Enter");
  await webhooks.getByRole("button", { name: /^Remove for good/ }).press("Enter");
  await expect(webhooks.getByText(receiver.address)).toHaveCount(0);
});
