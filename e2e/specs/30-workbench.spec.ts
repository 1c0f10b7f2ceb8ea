import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "@playwright/test";

/** Every component in each of its states: pictures of a page show them as they happen to be. */
const REPOSITORY = path.resolve(import.meta.dirname, "../..");
const BUILT = path.join(REPOSITORY, "build/workbench");
const ORIGIN = "http://workbench.invalid";
const LOOKS = [
  { width: 1200, colorScheme: "light" },
  { width: 1200, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
] as const;
const DIFFERENT_AT_MOST = 0.01;

test.beforeAll(() => {
  const options = { cwd: path.join(REPOSITORY, "frontend"), stdio: "pipe" as const };
  execFileSync("npx", ["vite", "build", "--config", "vite.workbench.config.ts"], options);
});

/** Alone on the page a picture does not depend on what comes before it: fractions of a pixel would move it. */
function showOnly(name: string): void {
  for (const one of document.querySelectorAll<HTMLElement>("[data-component]"))
    Object.assign(one.style, {
      display: one.dataset.component === name ? "" : "none",
      alignSelf: "start",
    });
}

for (const { width, colorScheme } of LOOKS)
  test(`components look as they did at ${width} px, ${colorScheme}`, async ({ page }) => {
    // A server that keeps silent: what a component asks for stays under way.
    await page.route(`${ORIGIN}/api/**`, () => undefined);
    await page.route(`${ORIGIN}/{workbench.html,assets/**}`, (route) =>
      route.fulfill({ path: path.join(BUILT, new URL(route.request().url()).pathname) }),
    );
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(`${ORIGIN}/workbench.html`);
    await page.evaluate(() => document.fonts.ready);
    const components = page.locator("[data-component]");
    await expect(components.first()).toBeVisible();
    const names = await components.evaluateAll((all) =>
      all.map((one) => (one as HTMLElement).dataset.component ?? ""),
    );
    expect(names).toContain("Verdict tag");
    for (const name of names) {
      await page.evaluate(showOnly, name);
      const picture = `workbench/${name.toLowerCase().replaceAll(/\W+/g, "-")}-${width}-${colorScheme}.png`;
      await expect
        .soft(page.locator(`[data-component="${name}"]`))
        .toHaveScreenshot(picture, { maxDiffPixelRatio: DIFFERENT_AT_MOST });
    }
  });
