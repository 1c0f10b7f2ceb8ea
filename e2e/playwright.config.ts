import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./support/chromium";

/**
 * Journeys about what pages do with an answer. An answer is the same bytes on both set-ups (the integration tests hold it to
 * that), so these run on one of them; what stores, reads, deletes or signs in runs on both.
 */
const PAGES_ONLY = ["05", "06", "07", "08", "09", "10", "13", "15", "16", "18"].map(
  (number) => `**/${number}-*.spec.ts`,
);

/** Each project is one set-up of the product; the product itself is started by `support/test.ts`. */
export default defineConfig({
  testDir: "specs",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/../screens/{arg}{ext}",
  // Each has a product of its own.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    locale: "en-GB",
    timezoneId: "UTC",
    acceptDownloads: true,
    // Colours are judged at rest, not half-way through a transition.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 120_000,
    // Snapshots of every step would slow the keyboard journey to a third.
    trace: { mode: "retain-on-failure", snapshots: false, screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [{ name: "embedded" }, { name: "stack", testIgnore: PAGES_ONLY }],
});
