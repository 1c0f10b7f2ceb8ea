/** A saved case: one file with the pages and one answer in it, read without a server. */

export const CASE_ELEMENT = "segtier-case";

export interface SavedCase {
  databaseId: string;
  /** The address's search as it was saved. */
  search: string;
  savedAt: string;
  /** What the pages had asked the server, as React Query writes it down. */
  state: unknown;
}

/** The case this page holds; null on a page that a server gave. */
export function savedCase(): SavedCase | null {
  const text = globalThis.document?.getElementById(CASE_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as SavedCase) : null;
}

export const isOffline = (): boolean => globalThis.document?.getElementById(CASE_ELEMENT) != null;

/** JSON that cannot end the script element it stands in. */
const harmless = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");

/** The page for reading offline with a case in it. */
export function withCase(page: string, saved: SavedCase): string {
  const element = `<script type="application/json" id="${CASE_ELEMENT}">${harmless(saved)}</script>`;
  return page.replace("</title>", () => `</title>${element}`);
}
