import { expect, it } from "vitest";
import { inLines } from "./save-picture";

it.each([
  ["what fits is one line", [30, 30], 70, [0, 0], [0, 40]],
  ["what does not is on the next", [30, 30, 30], 70, [0, 0, 1], [0, 40, 0]],
  ["what is wider than a line has its own", [90, 10], 70, [0, 1], [0, 0]],
  ["nothing", [], 70, [], []],
])("%s", (_case, widths, most, lines, starts) => {
  const placed = inLines(widths, 10, most);
  expect(placed.map(({ line }) => line)).toEqual(lines);
  expect(placed.map(({ x }) => x)).toEqual(starts);
});
