import { type Locator, type Page, expect } from "@playwright/test";
import type { Sent } from "./api";

const READ_MS = 600_000;

/** Chooses files on the uploads page, as the file dialogue does. */
export async function chooseFiles(page: Page, files: string[] | Sent[]): Promise<void> {
  await page.getByLabel("Files to upload").setInputFiles(files);
}

/** Drops files on the drop zone, all in one go. */
export async function dropFiles(page: Page, files: readonly Sent[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (sent) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of sent) {
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name, { type }));
      }
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({
      name,
      type: mimeType,
      base64: buffer.toString("base64"),
    })),
  );
  const zone = dropZone(page);
  for (const type of ["dragenter", "dragover", "drop"])
    await zone.dispatchEvent(type, { dataTransfer: transfer });
}

/** Where files can be dropped, by the sentence in it, which changes while something hangs over it. */
export const dropZone = (page: Page): Locator =>
  page.getByRole("region", { name: "Add files" }).getByText(/^(Drop .+ here|Let go to upload)/);

export const uploadList = (page: Page): Locator =>
  page.getByRole("list", { name: /^(Uploaded files|Files that need attention)$/ });

/** The row of one file: among those that need attention, or among the rest. */
export const uploadRow = (page: Page, file: string): Locator =>
  uploadList(page)
    .locator("> li")
    .filter({ has: page.getByText(file, { exact: true }) });

/** Waits for the summary of all files, such as "3 files read". */
export async function expectTally(page: Page, text: string): Promise<void> {
  const files = page.getByRole("region", { name: "Files", exact: true });
  await expect(files.getByText(text, { exact: true }).last()).toBeVisible({ timeout: READ_MS });
}
