import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The system's Chromium: CHROMIUM_PATH, or `chromium` on PATH. */
export function chromiumPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "chromium"))
    .find((path) => existsSync(path));
  if (!found) throw new Error("Chromium is not on PATH. Install it, or name it in CHROMIUM_PATH.");
  return found;
}
