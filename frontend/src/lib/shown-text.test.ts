import { expect, it } from "vitest";
import { shownJson } from "./shown-text";

it.each([
  ["SHOP.ORDERS", "SHOP.ORDERS"],
  ["Ä größer Ω 表 😀", "Ä größer Ω 表 😀"],
  ["two\nlines\t", "two\nlines\t"],
  ["PAY\u202eLORRYA", "PAY\\u202eLORRYA"],
  ["A\u200bB\u2066C\ufeff\u00ad\u009b", "A\\u200bB\\u2066C\\ufeff\\u00ad\\u009b"],
  ['"\\\u200f"', '"\\\\u200f"'],
])("%j is shown as %j", (name, shown) => {
  expect(JSON.parse(shownJson(JSON.stringify({ name })))).toEqual({ name: shown });
});
