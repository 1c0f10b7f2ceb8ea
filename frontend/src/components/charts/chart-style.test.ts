import { expect, it } from "vitest";
import { niceAxis } from "./chart-style";

it.each([
  [9.1, [0, 2, 4, 6, 8, 10]],
  [43.2, [0, 10, 20, 30, 40, 50]],
  [100, [0, 20, 40, 60, 80, 100]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0.07, [0, 0.02, 0.04, 0.06, 0.08]],
  [700, [0, 200, 400, 600, 800]],
])("an axis for %d has the round ticks %j", (most, ticks) => {
  expect(niceAxis(most)).toEqual({ ticks, domain: [0, ticks.at(-1)] });
});

it.each([0, -1, NaN, Infinity])("an axis for %d is still an axis", (most) => {
  expect(niceAxis(most).domain).toEqual([0, 1]);
});
