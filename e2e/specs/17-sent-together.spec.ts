import { mkdir, writeFile } from "node:fs/promises";
import { COLOURS, REPORT, violations } from "../support/axe";
import { asSent, makeReport } from "../support/files";
import { expect, test } from "../support/test";
import { chooseFiles, expectTally } from "../support/uploads";

const SENT_FIRST = 5;
const FILES = 12;

test("a folder whose sending a reload broke off goes on, and nothing is sent twice", async ({
  page,
  api,
}, testInfo) => {
  await api.empty();
  const week = testInfo.outputPath("week");
  await mkdir(`${week}/monday`, { recursive: true });
  for (let at = 0; at < FILES; at += 1)
    await writeFile(`${week}/monday/call_${at}.txt`, `call ${at}`);
  let posts = 0;
  await page.route("**/api/v1/uploads", (route) => {
    if (route.request().method() === "POST" && (posts += 1) > SENT_FIRST) return;
    return route.continue();
  });
  await page.goto("/uploads");
  await page.getByLabel("Choose a folder (files)").setInputFiles(week);
  const card = page.getByRole("article").first();
  await expect(card).toContainText(`${FILES - SENT_FIRST} in progress`);

  const asked = page.waitForEvent("dialog");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  expect((await asked).type()).toBe("beforeunload");
  await page.unroute("**/api/v1/uploads");
  await expect(card).toContainText(`${FILES - SENT_FIRST} files were not sent`);

  posts = 0;
  page.on("request", (request) => (posts += Number(request.method() === "POST")));
  await page.getByLabel("Choose the folder again (files)").setInputFiles(week);
  await expectTally(page, `0 files read, ${FILES} need attention`);
  expect(posts).toBe(FILES - SENT_FIRST);
});

test("a figure's source is the report itself, scrolled to the row", async ({ page, api }) => {
  await api.empty();
  await page.goto("/uploads");
  await chooseFiles(page, [asSent(makeReport())]);
  await page.getByRole("link", { name: "Open OAKSHOP" }).click();
  await page
    .getByRole("button", { name: /^Source of/ })
    .first()
    .click();
  const frame = page.locator("iframe").first();
  await expect(frame).toHaveAttribute("sandbox", "");
  const here = frame.contentFrame().locator("#segtier-here");
  await expect(here).toBeInViewport();
  expect((await here.innerText()).trim()).not.toBe("");

  // What the frame holds, where a script may look at it; its headings are Oracle's.
  const html = await (await page.request.get((await frame.getAttribute("src")) ?? "")).text();
  const judged = await page.context().newPage();
  await judged.setContent(html);
  for (const colorScheme of ["light", "dark"] as const) {
    await judged.emulateMedia({ colorScheme });
    expect(await violations(judged, colorScheme === "dark" ? COLOURS : REPORT)).toEqual([]);
  }
});
