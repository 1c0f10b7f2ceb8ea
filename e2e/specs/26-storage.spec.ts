import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe";
import { type Bundle, readBundle } from "../support/bundle";
import {
  downloadScripts,
  openDatabase,
  openTab,
  optionRow,
  section,
  segmentTable,
  showOption,
  verdict,
} from "../support/pages";
import { expect, test } from "../support/test";
import { chooseFiles, uploadRow } from "../support/uploads";

const BEST = "Best segments on SSD";
const MOVES = /^ {2}:s_sql := 'ALTER (?:TABLE|INDEX) "(\w+)"\."(\w+)" .*TABLESPACE "(\w+)"/gm;

/** What the scripts of a folder move, and into which tablespaces; the whole bundle's where there is one plan. */
function movesOf(bundle: Bundle, folder = ""): { names: string[]; tablespaces: string[] } {
  const lists = [...bundle].filter(([name]) => name.startsWith(`${folder}lib/list_`));
  const found = lists
    .filter(([name]) => !name.endsWith("_back.sql"))
    .flatMap(([, text]) => [...text.matchAll(MOVES)]);
  return {
    names: found.map(([, owner, name]) => `${owner}.${name}`).toSorted(),
    tablespaces: [...new Set(found.map(([, , , tablespace]) => tablespace ?? ""))].toSorted(),
  };
}

/** Opens the question, lets somebody fill in fields, and closes it. */
async function ask(page: Page, fill: (fields: Locator) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Device, storage, users" }).click();
  const drawer = page.getByRole("dialog", { name: "Device, storage, users" });
  await fill(drawer);
  await drawer.getByRole("button", { name: "Close these settings" }).click();
  await expect(drawer).toHaveCount(0);
}

async function type(fields: Locator, label: string, value: string): Promise<void> {
  const field = fields.getByLabel(label, { exact: true });
  await field.fill(value);
  await field.blur();
}

test("a typed set is forecast, planned, reviewed, and its scripts move it and nothing else", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample(), "Options");
  await ask(page, (fields) =>
    type(fields, "Sets of segments", "mine=SHOP.CUSTOMERS, SHOP.ORDER_HEADERS_CUST_IX"),
  );
  const row = optionRow(page, "Set mine on SSD");
  await expect(row).toContainText(/\d+ to \d+ % less DB time/);
  await expect(row).toContainText("38 GiB");
  await showOption(page, "Set mine on SSD");

  await openTab(page, "Plan");
  await page.getByRole("button", { name: "Draft this plan for review" }).click();
  await expect(page.getByTestId("plan-state")).toContainText("Draft, revision 1");
  await page.getByLabel(/^Why it goes on/).fill("The precheck counts them.");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByRole("button", { name: /^Approve revision 1, / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve revision 1" }).click();
  await expect(page.getByText(/^Self-approved by the single user/)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the scripts of revision 1" }).click();

  expect(movesOf(await readBundle(await download))).toEqual({
    names: ["SHOP.CUSTOMERS", "SHOP.ORDER_HEADERS_CUST_IX"],
    tablespaces: ["SSD_DATA", "SSD_INDX"],
  });
});

test("a read time of somebody's own changes which segments go, is marked, and goes again", async ({
  page,
  api,
}) => {
  const index = "LEDGER.ENTRIES_ACCT_IX";
  const place = page
    .getByRole("region", { name: "Storage today" })
    .getByRole("row", { name: /^\+LEDGER/ });
  const ranked = segmentTable(page).getByRole("row").filter({ hasText: index });
  const openStorage = async () => {
    await openTab(page, "Answer");
    await page.getByText(/^Storage today: 2 places/).click();
  };
  const edit = async (fill: (fields: Locator) => Promise<void>) => {
    await page.getByRole("button", { name: "Edit" }).click();
    const drawer = page.getByRole("dialog", { name: "Storage today" });
    await fill(drawer);
    await drawer.getByRole("button", { name: "Close what you state of storage" }).click();
  };
  const expectFound = async () => {
    await expect(place).toContainText("450 µs");
    await expect(place).not.toContainText("stated");
    await expect(verdict(page)).toContainText("380 GiB");
  };

  await openDatabase(page, await api.sample(), "Answer", `?q=${index}`);
  await page.getByText(/^Storage today: 2 places/).click();
  await expectFound();
  await openTab(page, "Segments");
  await expect(ranked).toContainText("out");
  const before = (await ranked.textContent()) ?? "";

  await openStorage();
  await edit((fields) =>
    type(fields.getByRole("group", { name: "Group 2" }), "A read takes, µs", "9000"),
  );
  await expect(place).toContainText("9 ms");
  await expect(place).toContainText("stated");
  await expect(verdict(page)).toContainText("430 GiB");
  await openTab(page, "Segments");
  await expect(ranked).not.toHaveText(before);
  await expect(ranked).toContainText("✓ in");

  await openStorage();
  await edit((fields) => fields.getByRole("button", { name: "As found again" }).click());
  await expectFound();
  await openTab(page, "Segments");
  await expect(ranked).toHaveText(before);
});

test("several tiers, typed one by one, have a card in the answer and a folder each in the scripts", async ({
  page,
  api,
}) => {
  await openDatabase(page, await api.sample());
  await ask(page, async (fields) => {
    const add = fields.getByRole("button", { name: "Add tier" });
    await add.click();
    const first = fields.getByRole("group", { name: "Tier 1" });
    await type(first, "Name", "NVME");
    await type(first, "Place", "+NVME");
    await type(first, "Usable size", "30GB");
    await type(first, "Read, µs", "120");
    await add.click();
    const second = fields.getByRole("group", { name: "Tier 2" });
    await type(second, "Name", "SAS");
    await type(second, "Place", "+SAS");
    await type(second, "Usable size", "2TB");
    await type(second, "Read, µs", "280");
  });
  await expect(verdict(page)).toContainText(
    /Best segments over the tiers \(.+\): DB time \d+-\d+ % less/,
  );
  const card = section(page, "What goes to which tier");
  await expect(card).toContainText(/\d+ segments .+ to 2 tiers\./);
  const row = (tier: string) => card.getByRole("row", { name: new RegExp(`^${tier}`) }).first();
  await expect(row("NVME")).toContainText("(binds)");
  await expect(row("SAS")).toContainText("1.64 TiB");
  expect(await violations(page)).toEqual([]);

  await openTab(page, "Segments");
  await page.getByRole("button", { name: "Tier" }).click();
  await expect(page).toHaveURL(/sort=tier/);
  await page.getByLabel(/^Filter/).fill("sas in");
  const first = page.getByRole("table", { name: "Ranked segments" }).getByRole("row").nth(1);
  await expect(first).toContainText("+DATA → SAS");

  await openTab(page, "Plan");
  await expect(page.getByText("the tablespaces of a new tier")).toContainText("NVME, SAS");
  await expect(page.getByLabel("Tablespace for tables")).toHaveCount(0);
  const bundle = await readBundle(await downloadScripts(page));
  const folders = new Set([...bundle.keys()].map((name) => /^\d_\w+\//.exec(name)?.[0] ?? ""));
  folders.delete("");
  folders.delete("review/");
  expect([...folders].toSorted()).toEqual(["1_nvme/", "2_sas/"]);
  const [fast, slow] = [movesOf(bundle, "1_nvme/"), movesOf(bundle, "2_sas/")];
  expect(fast.tablespaces).toEqual(["NVME_DATA", "NVME_INDX"]);
  expect(slow.tablespaces).toEqual(["SAS_DATA", "SAS_INDX"]);
  expect(fast.names.length).toBeGreaterThan(0);
  expect(slow.names.length).toBeGreaterThan(fast.names.length);
});

test("rented volumes are left to those of where the database runs", async ({ page, api }) => {
  await openDatabase(page, await api.sample());
  await page.getByText(/^Rent volumes instead/).click();
  const kinds = page.getByRole("region", { name: "Rented volumes" }).locator("tbody th");
  await expect(kinds.filter({ hasText: "Azure" })).not.toHaveCount(0);
  await page.getByLabel("The database runs on").selectOption("Amazon RDS");
  const expectOfRds = async () => {
    await expect(kinds.filter({ hasText: "RDS for Oracle" })).toHaveCount(4);
    await expect(kinds).toHaveCount(4);
  };
  await expectOfRds();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expectOfRds();
});

const TOP5 = `Top 5 Timed Foreground Events
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                                                           Avg
                                                          wait   % DB
Event                                 Waits     Time(s)   (ms)   time Wait Class
------------------------------ ------------ ----------- ------ ------ ----------
db file sequential read             410,000       4,920     12   68.3 User I/O
DB CPU                                            1,152          16.0
log file sync                        61,000         610     10    8.5 Commit
db file scattered read                9,000          90     10    1.2 User I/O
enq: TX - row lock contention           300          60    200     .8 Applicatio
`;

test("a pasted list of top events has a database of its own, and an answer", async ({
  page,
  api,
}) => {
  const sample = await api.sample();
  const file = { name: "top5.txt", mimeType: "text/plain", buffer: Buffer.from(TOP5) };
  await page.goto("/uploads");
  await chooseFiles(page, [file]);
  const open = page.getByRole("link", { name: "Open top5.txt" });
  await expect(open).toBeVisible();
  await expect(page.getByLabel("Database top5.txt belongs to")).toHaveValue("");
  await expect(uploadRow(page, "top5.txt")).toContainText("it has one of its own");
  await open.click();
  await expect(page).not.toHaveURL(new RegExp(sample));
  await expect(section(page, "Why")).toContainText(
    "db file sequential read takes 68 % of DB time at 12 ms a wait",
  );
  await expect(verdict(page)).toContainText(/DB time \d+-\d+ % less/);
  await openTab(page, "Options");
  await expect(optionRow(page, BEST)).toContainText("needs something");
});
