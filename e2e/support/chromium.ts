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

/** What Playwright switches off, which the last list of features alone says, and then what only costs time. */
const OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // Pages of the browser's own behind its address field, loaded with each window and never seen: half of what a window cost.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${OFF.join(",")}`,
];
