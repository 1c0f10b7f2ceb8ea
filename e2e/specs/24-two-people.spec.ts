import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { unzipSync } from "fflate";
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

/** The plan and the revision that an address of a plan's page names. */
function shownIn(page: Page): { plan: string; revision: number } {
  const [, plan = "", revision = ""] = /\/plans\/(pln_\w+)\?revision=(\d+)/.exec(page.url()) ?? [];
  return { plan, revision: Number(revision) };
}

const state = (page: Page): Locator => page.getByTestId("plan-state");

/** Opens the first plan that waits, from the first page, as whoever reviews does. */
async function openWaiting(page: Page): Promise<void> {
  await page.goto("/");
  const waiting = section(page, "Plans that wait for somebody");
  await waiting.getByRole("link", { name: /, OAKSHOP$/ }).click();
  await expect(page.getByTestId("revision-facts")).toBeVisible();
}

/** The last look, then the name under it. */
async function approve(page: Page, revision: number): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Approve revision ${revision}, `) }).click();
  const dialog = page.getByRole("dialog", { name: `Approve revision ${revision}?` });
  await dialog.getByRole("button", { name: `Approve revision ${revision}` }).click();
}

/** What the blue button saves, and the name it gives that. */
async function saved(page: Page, revision: number): Promise<{ name: string; data: Buffer }> {
  const fetched = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download the scripts of revision ${revision}` }).click();
  const download = await fetched;
  return { name: download.suggestedFilename(), data: await readFile(await download.path()) };
}

const sha256 = (data: Uint8Array | string): string =>
  createHash("sha256").update(data).digest("hex");

/** The files that an approval is of, by name. */
const signedOf = (zip: Uint8Array): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).filter(
      ([name]) => name !== "REVIEW.txt" && !name.startsWith("review/"),
    ),
  );

const BEFORE = /before\/(awrrpt_1_411[5-7]_.*html|.*csv)$/;
const sampleFiles = (wanted: RegExp) => makeSample().filter((path) => wanted.test(path));

/** Each test goes on with the plan of the one before. */
const kept = { database: "", plan: "", al: undefined as Page | undefined };

test("a reviewer is shown, and given, the revision and nothing else", async ({ browser }) => {
  const before = sampleFiles(BEFORE);
  const al = await signedIn(browser, "al");
  await al.goto("/uploads");
  await chooseFiles(al, before);
  await expectTally(al, `${before.length} files read`);
  await al.getByRole("link", { name: "Open OAKSHOP" }).click();
  await expect(al).toHaveURL(/\/databases\/db_/);
  const [database = ""] = /db_\w+/.exec(al.url()) ?? [];
  // Another SSD than what a page without one assumes, and another name than the preset.
  await openDatabase(al, database, "Plan", "?option=segments&ssd=100GB");
  await al.getByLabel("Tablespace for tables").fill("FAST_DATA");
  await al.getByLabel("Tablespace for tables").press("Enter");
  await section(al, /^Review$/)
    .getByRole("button", { name: "Draft this plan for review" })
    .click();
  await expect(state(al)).toContainText("Draft, revision 1");
  await al.getByLabel(/^(Why it goes on|Comment to what you do)/).fill("The precheck counts them.");
  await al.getByRole("button", { name: "Submit for review" }).click();
  await expect(state(al)).toContainText("In review");
  await expect(al.getByText(/^You cannot approve it\. Somebody other than/)).toBeVisible();

  const rita = await signedIn(browser, "rita");
  const asked: string[] = [];
  await openWaiting(rita);
  const { plan, revision } = shownIn(rita);
  expect([plan, revision]).toEqual([shownIn(al).plan, 1]);
  await expect(rita.getByTestId("revision-tag")).toHaveText("revision 1, the current one");
  await expect(rita.getByTestId("revision-facts")).toContainText(
    "93.1 GiB usable (100GB, as stated)",
  );
  const address = `/api/v1/plans/${plan}/revisions/1`;
  const stored = await (await rita.request.get(address)).json();
  await expect(rita.getByTestId("revision-forecast")).toContainText(stored.decision.forecast);
  const placement = section(rita, /^Placement$/);
  await expect(placement.getByRole("row", { name: /^FAST_DATA SSD/ })).toBeVisible();
  expect(await placement.innerText()).toBe(await section(al, /^Placement$/).innerText());
  for (const { file } of stored.steps)
    await expect(section(rita, "Steps, in order").getByText(file, { exact: true })).toBeVisible();
  // Nothing on the page is worked out today.
  rita.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await rita.reload();
  await expect(rita.getByTestId("revision-facts")).toBeVisible();
  expect(asked.filter((path) => /\/(advice|plan|bundle|frontier)$/.test(path))).toEqual([]);
  await judge(rita, rita.getByRole("main"), "revision");

  const { name, data } = await saved(rita, 1);
  expect(name).toMatch(
    new RegExp(`^segtier-segments-${plan.slice(-6).toLowerCase()}-r1-unreviewed\\.zip$`),
  );
  const bundle = await (await rita.request.get(`${address}/bundle`)).body();
  expect(data.equals(bundle), "the saved file is the revision's bundle").toBe(true);

  await rita.getByLabel(/^Say something/).fill("Who fills in settings.sql?");
  await rita.getByRole("button", { name: "Comment", exact: true }).click();
  const held = rita.getByRole("note", { name: "What holds the approval" });
  await expect(held).toContainText("1 comment holds the approval.");
  await expect(rita.getByRole("button", { name: /^Approve revision 1/ })).toBeDisabled();
  await expect(al.getByRole("note", { name: "What holds the approval" })).toBeVisible();
  await expect(al.getByRole("button", { name: /^Resolve/ })).toHaveCount(0);
  await judge(rita, rita.getByRole("main"), "held");
  await held.getByRole("link", { name: /^rita: Who fills in/ }).click();
  const thread = section(rita, /^Comments$/).getByRole("listitem");
  await expect(thread).toBeInViewport();
  await thread.getByRole("button", { name: /^Resolve/ }).click();
  await expect(al.getByText(/^rita, .+, resolved by rita on /)).toBeVisible();
  await expect(held).toHaveCount(0);

  await rita.getByRole("button", { name: /^Approve revision 1, / }).click();
  const dialog = rita.getByRole("dialog", { name: "Approve revision 1?" });
  const now = await (await rita.request.get(`/api/v1/plans/${plan}`)).json();
  for (const words of [now.digest, "93.1 GiB usable (100GB, as stated)", "Best segments on SSD"])
    await expect(dialog).toContainText(words);
  await judge(rita, dialog, "dialog");
  await dialog.getByRole("button", { name: "Approve revision 1" }).click();
  for (const page of [rita, al]) {
    await expect(state(page)).toContainText("Approved, revision 1");
    await expect(page.getByText(/^Approved by rita on /)).toBeVisible();
  }
  const approved = await saved(al, 1);
  expect(approved.name).toMatch(/-r1-approved\.zip$/);
  const signed = signedOf(approved.data);
  expect(signed).toEqual(signedOf(data));
  expect(sha256(signed["SHA256SUMS"] ?? "")).toBe(now.digest);
  await rita.context().close();
  Object.assign(kept, { database, plan, al });
  expect(said, "errors on the consoles").toEqual([]);
});

test("a new revision takes nobody's place unsaid, and is measured in the end", async ({
  browser,
}) => {
  const { database, plan, al } = kept;
  if (!al) throw new Error("There is no plan to go on with.");
  const rita = await signedIn(browser, "rita");
  await rita.goto(`/plans/${plan}`);
  await expect(rita.getByTestId("revision-tag")).toHaveText("revision 1, the current one");
  const steps = section(rita, "Steps, in order");
  await steps
    .getByText(/^\d+ statements?$/)
    .first()
    .click();
  const comment = steps.getByRole("button", { name: "Comment", exact: true }).first();
  await steps.getByRole("button", { name: "Comment on O001" }).click();
  await steps.getByRole("textbox", { name: "Comment on O001" }).fill("Why this one first?");
  await comment.click();
  await steps.getByText(/other files$/).click();
  await steps.getByText("settings.sql, line by line").click();
  await steps.getByRole("button", { name: "Comment on line 1 of settings.sql" }).click();
  await steps
    .getByRole("textbox", { name: "Comment on line 1 of settings.sql" })
    .fill("Who fills this in?");
  await comment.click();
  await expect(al.getByText("Why this one first?")).toBeVisible();
  await expect(al.getByText(/^rita, .+, on line 1 of settings\.sql, revision 1$/)).toBeVisible();

  await al.getByRole("link", { name: "Make a new revision" }).click();
  await expect(al.getByLabel("Tablespace for tables")).toHaveValue("FAST_DATA");
  await setCapacity(al, "150");
  await expect(al.getByRole("button", { name: /^Make revision 2/ })).toBeEnabled();
  // While an answer is on its way, the last one is paler.
  await expect(al.locator(".stale")).toHaveCount(0);
  await judge(al, section(al, /^Review$/), "revising");
  await al.getByRole("button", { name: /^Make revision 2/ }).click();
  await expect(state(al)).toContainText("Draft, revision 2");
  expect(shownIn(al)).toEqual({ plan, revision: 2 });
  await expect(al.getByTestId("revision-facts")).toContainText("(150GB, as stated)");
  await expect(al.getByText(/^rita approved revision 1; .+ dismissed/)).toBeVisible();

  const alert = rita.getByRole("alert");
  await expect(alert).toContainText("al made revision 2 while you read revision 1.");
  await expect(rita.getByTestId("revision-facts")).toContainText("(100GB, as stated)");
  expect((await saved(rita, 1)).name).toMatch(/-r1-outdated\.zip$/);
  await judge(rita, rita.getByRole("main"), "outdated");
  await alert.getByRole("link", { name: /^Show revision 2/ }).click();
  await expect(rita.getByTestId("revision-facts")).toContainText("(150GB, as stated)");
  await al.getByLabel(/^(Why it goes on|Comment to what you do)/).fill("There is room for more.");
  await al.getByRole("button", { name: "Submit for review" }).click();
  await expect(state(rita)).toContainText("In review, revision 2");
  const changes = section(rita, "What revision 2 changes of revision 1");
  await expect(
    changes.getByText(/^\+\d+ segments?, (-\d+ segments?, )?\+[\d.]+ GiB/),
  ).toBeVisible();
  await judge(rita, changes, "difference");

  await expect(rita.getByRole("button", { name: /^Approve revision 2/ })).toBeDisabled();
  const resolve = section(rita, /^Comments$/).getByRole("button", { name: /^Resolve/ });
  await expect(resolve).toHaveCount(2);
  for (const left of [1, 0]) {
    await resolve.first().click();
    await expect(resolve).toHaveCount(left);
  }
  await approve(rita, 2);
  for (const page of [rita, al]) await expect(state(page)).toContainText("Approved, revision 2");
  expect((await saved(al, 2)).name).toMatch(/^segtier-segments-.+-r2-approved\.zip$/);
  await al.getByRole("button", { name: "It was carried out" }).click();
  await expect(state(rita)).toContainText("Applied, revision 2");

  await openDatabase(rita, database, "Plan");
  await expect(rita.locator(".stale")).toHaveCount(0);
  await judge(rita, section(rita, "Plans under review"), "plans");
  await section(rita, "Plans under review").getByRole("link").first().click();
  const before = sampleFiles(BEFORE);
  const after = sampleFiles(/after\/awrrpt.*html$/);
  await al.goto("/uploads");
  await al.getByText("After the change", { exact: true }).click();
  await chooseFiles(al, after);
  await expectTally(al, `${before.length + after.length} files read`);
  await expect(state(rita)).toContainText("Applied and measured");
  await expect(rita.getByText(/^Its forecast: measured (inside|outside) its range/)).toBeVisible();
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
