import { asSent, makeReport } from "../support/files";
import { expect, test } from "../support/test";
import { chooseFiles, expectTally, uploadRow } from "../support/uploads";

const BAD = [
  {
    name: "holiday.html",
    text: "<html><body><h1>Holiday</h1><table><tr><td>Beach</td></tr></table></body></html>",
    wrong: /not (a|an) .*report|no .*report|not recogni[sz]ed/i,
    todo: /awrrpt|upload|report/i,
  },
  { name: "empty.html", text: "", wrong: /empty/i, todo: /again/i },
  {
    name: "sizes.csv",
    text: '"OWNER","SEGMENT_NAME","SEGMENT_TYPE"\n"SHOP","ORDERS","TABLE"\n',
    wrong: /BYTES|column/i,
    todo: /BYTES|column|query/i,
  },
] as const;

test("a bad file says what is wrong and what to do, and its neighbour is read", async ({
  page,
  api,
}) => {
  await api.empty();
  const good = asSent(makeReport());
  const bad = BAD.map(({ name, text }) => ({
    name,
    mimeType: name.endsWith("csv") ? "text/csv" : "text/html",
    buffer: Buffer.from(text),
  }));
  await page.goto("/uploads");
  await chooseFiles(page, [...bad, good]);

  await expectTally(page, "1 file read, 3 need attention");
  await expect(uploadRow(page, good.name)).toContainText("✓ read");
  for (const { name, wrong, todo } of BAD) {
    const fault = uploadRow(page, name).locator(".notice");
    await expect(fault.locator("p").first()).toContainText(wrong);
    await expect(fault.locator("p").last()).toContainText(todo);
  }
  await page.getByRole("button", { name: "holiday.html" }).last().click();
  await page.getByRole("link", { name: "Open OAKSHOP" }).click();
  await expect(page.getByRole("heading", { name: "OAKSHOP" })).toBeVisible();
});
