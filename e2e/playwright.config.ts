import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGUMENTS, chromiumPath } from "./support/chromium";

/**
 * What runs on a team's set-up too: a first run, own reports, accounts, and two people with their events, so that pages have
 * stored, read, deleted and signed in there. All else is about pages: what they ask is asked on both set-ups by the
 * integration tests, and an answer is the same bytes on both.
 */
const ON_BOTH = ["01", "02", "19", "24"].map((number) => `**/${number}-*.spec.ts`);

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
      args: CHROMIUM_ARGUMENTS,
    },
  },
  // One process for the few on a team's set-up: each process starts a product.
  projects: [{ name: "stack", testMatch: ON_BOTH, workers: 1 }, { name: "embedded" }],
});
