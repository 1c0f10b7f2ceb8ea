import { readFile } from "node:fs/promises";
import { strToU8, zipSync } from "fflate";
import { asSent, makeSample } from "../support/files";
import { expect, test } from "../support/test";
import { dropFiles, uploadRow } from "../support/uploads";

const REPORTS = 4;
const BAD = 30;

/** Some reports of the sample and many files that are none, in one ZIP. */
function aMixedArchive() {
  const reports = makeSample()
    .filter((path) => /before\/awrrpt.*\.html$/.test(path))
    .slice(0, REPORTS)
    .map(asSent);
  const bad = Array.from({ length: BAD }, (_, index) => [
    `notes/day_${index}.txt`,
    strToU8(`call ${index}`),
  ]);
  const good = reports.map(({ name, buffer }) => [`2024/${name}`, new Uint8Array(buffer)]);
  const files = Object.fromEntries([...good, ...bad]) as Record<string, Uint8Array>;
  return { name: "week.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(files)) };
}

test("an archive names the files that could not be read, and leads to its database", async ({
  page,
  api,
}) => {
  await api.empty();
  await page.goto("/uploads");
  await dropFiles(page, [aMixedArchive()]);
  const row = uploadRow(page, "week.zip");
  await expect(row).toContainText(`34 files in it, ${REPORTS} read, ${BAD} could not be read`, {
    timeout: 300_000,
  });
  await row.getByText(`${BAD} files in it could not be read`).click();
  const failed = row.getByRole("list", { name: "Files of week.zip that could not be read" });
  await expect(failed.getByRole("listitem")).toHaveCount(25);
  await expect(failed.getByRole("listitem").first()).toContainText(/notes\/day_\d+\.txt.+/);
  await row.getByRole("button", { name: "Show more (5 left)" }).click();
  await expect(failed.getByRole("listitem")).toHaveCount(BAD);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: "Download the list" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("week.zip-not-read.txt");
  const lines = (await readFile(await download.path(), "utf-8")).trim().split("\n");
  expect(lines).toHaveLength(1 + BAD);
  expect(lines.filter((line) => /^week\.zip\/notes\/day_\d+\.txt: ./.test(line))).toHaveLength(BAD);

  await page.getByRole("link", { name: "Open OAKSHOP" }).click();
  await expect(page.getByRole("heading", { name: "OAKSHOP" })).toBeVisible();
});

test("what hangs over the drop zone is told that it is welcome", async ({ page }) => {
  await page.goto("/uploads");
  const zone = page.locator(".drop-zone");
  await expect(zone).toContainText("Archives: .zip .tar .tgz .gz");
  await zone.dispatchEvent("dragover");
  await expect(zone).toContainText("Let go to upload: reports, exports and archives");
  await expect(page.getByLabel("Files to upload")).toHaveAttribute("accept", /\.html.*\.zip/);
});
