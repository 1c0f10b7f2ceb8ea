import { expect, test } from "vitest";
import { csrfToken } from "./csrf";

test.each([
  ["", "8765", ""],
  ["segtier-8765-csrf=ab12", "8765", "ab12"],
  ["a=b; segtier-8766-csrf=x; segtier-8765-csrf=ab12; c=d", "8765", "ab12"],
  ["segtier-8765=session", "8765", ""],
  ["segtier-default-csrf=ab12", "", "ab12"],
])("of the cookies %j at port %j it is %j", (cookies, port, token) => {
  expect(csrfToken(cookies, port)).toBe(token);
});
