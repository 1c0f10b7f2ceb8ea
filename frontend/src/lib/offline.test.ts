import { expect, it } from "vitest";
import { CASE_ELEMENT, withCase } from "./offline";

const PAGE = "<!doctype html><html><head><title>Segtier</title></head><body></body></html>";

it.each([
  ["plain", "ORDERS"],
  ["that would end the element", "</script><script>alert(1)</script>"],
  ["that would open a comment", "<!--<script>"],
  ["with replacement signs", "$& $' $1"],
  ["with line separators", "\u2028\u2029"],
])("a case with a name %s stands in the page whole and alone", (_case, name) => {
  const saved = { databaseId: "db_1", search: "", savedAt: "2026-01-01", state: { name } };
  const page = withCase(PAGE, saved);
  const [, text = ""] = new RegExp(`id="${CASE_ELEMENT}">(.*?)</script>`, "s").exec(page) ?? [];
  expect(JSON.parse(text)).toEqual(saved);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.startsWith(PAGE.slice(0, 30))).toBe(true);
});
