/** What axe, a program that knows the rules of accessible pages, finds against a page. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

declare global {
  interface Window {
    axe?: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");

/** The rules about colours: all that differs between light and dark. */
export const COLOURS: RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

/** A report is laid out as Oracle did. */
export const REPORT: RunOptions = {
  rules: { "heading-order": { enabled: false }, "empty-table-header": { enabled: false } },
};

/**
 * What axe finds against a page, a line each. It is put into a page once, and describes nothing but violations. A report in
 * a drawer runs no script, so nothing can look into its frame: it is judged by itself (`17-sent-together`).
 */
export async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const all: RunOptions = { ...options, iframes: false, resultTypes: ["violations"] };
  const found = await page.evaluate(async (chosen) => window.axe!.run(document, chosen), all);
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`,
  );
}
