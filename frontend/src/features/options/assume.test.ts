import { describe, expect, it } from "vitest";
import { refusal, statedValue, withValue } from "./assume";

describe("inputs as stated", () => {
  it.each([
    [undefined, "a", "1", ["a=1"]],
    [["a=1"], "a", " 2 ", ["a=2"]],
    [["a=1", "ab=3"], "a", "", ["ab=3"]],
    [["a=1"], "a", "", undefined],
    [["ab=3"], "a", "1", ["ab=3", "a=1"]],
  ])("%j with %s %s", (before, name, value, after) => {
    expect(withValue(before, name, value)).toEqual(after);
    expect(statedValue(after, name)).toBe(value.trim() || undefined);
  });
});

const limits = { least: 0.1, most: 2 };
it.each([
  ["", null],
  ["1", null],
  ["0.1", null],
  ["much", "A number"],
  ["0", "From 0.1 to 2"],
  ["2.1", "From 0.1 to 2"],
])("%s: %s", (typed, why) => {
  const assumption = { name: "a", value: 1, low: 0, high: 2, unit: "", source: "", title: "A" };
  expect(refusal({ ...assumption, influence: null, ...limits }, typed)).toBe(why);
});
