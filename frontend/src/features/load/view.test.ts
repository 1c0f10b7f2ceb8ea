import { expect, it } from "vitest";
import { dragged, isWhole, within, zoomed } from "./view";

const WHOLE = { from: 0, to: 100 };
const VIEW = { from: 20, to: 60 };

it.each([
  ["both", 10, [30, 70]],
  ["both", 90, [60, 100]],
  ["both", -90, [0, 40]],
  ["from", 10, [30, 60]],
  ["from", 90, [55, 60]],
  ["from", -90, [0, 60]],
  ["to", 10, [20, 70]],
  ["to", 90, [20, 100]],
  ["to", -90, [20, 25]],
] as const)("%s dragged by %d", (part, by, [from, to]) =>
  expect(dragged(VIEW, part, by, WHOLE, 5)).toEqual({ from, to }),
);

it.each([
  [0.5, [30, 50]],
  [2, [0, 80]],
  [9, [0, 100]],
  [0.01, [37.5, 42.5]],
] as const)("zoomed %d times", (times, [from, to]) =>
  expect(zoomed(VIEW, times, WHOLE, 5)).toEqual({ from, to }),
);

it("is never wider than the whole where that is narrow", () => {
  const narrow = { from: 0, to: 3 };
  expect(zoomed(narrow, 0.5, narrow, 5)).toEqual(narrow);
  expect(dragged(narrow, "from", 9, narrow, 5)).toEqual(narrow);
});

it.each([
  [{ from: null, to: null }, WHOLE],
  [
    { from: 20, to: null },
    { from: 20, to: 100 },
  ],
  [
    { from: -5, to: 40 },
    { from: 0, to: 40 },
  ],
  [{ from: 200, to: 300 }, WHOLE],
  [{ from: 60, to: 20 }, WHOLE],
])("%o as far as it is there", (stated, view) => {
  expect(within(stated, WHOLE)).toEqual(view);
  expect(isWhole(view, WHOLE)).toBe(view.from === 0 && view.to === 100);
});
