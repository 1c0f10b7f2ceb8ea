import { expect, it } from "vitest";
import { hours } from "./format";

it.each([
  [0.25, "15 minutes"],
  [1, "60 minutes"],
  [1 / 60, "1 minute"],
  [23.98, "24 hours"],
  [2.5, "2.5 hours"],
])("%d hours are %s", (value, text) => {
  expect(hours(value)).toBe(text);
});
