import { describe, expect, it } from "vitest";
import { type Box, squarify } from "./squarify";

const WITHIN: Box = { x: 10, y: 20, width: 600, height: 300 };
const area = ({ width, height }: Box) => width * height;
const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const many = Array.from({ length: 300 }, (_, index) => 1e12 / (index + 1) ** 1.4);

describe.each([
  ["one", [5]],
  ["equal ones", [1, 1, 1, 1, 1, 1]],
  ["the paper's", [6, 6, 4, 3, 2, 2, 1]],
  ["a giant and dwarfs", [1e13, 1, 1, 1]],
  ["many", many],
])("%s", (_, values) => {
  const boxes = squarify(values, WITHIN);
  const sum = values.reduce((all, one) => all + one, 0);

  it("each area is in proportion", () => {
    boxes.forEach((box, index) =>
      expect(area(box)).toBeCloseTo(((values[index] ?? 0) / sum) * area(WITHIN), 3),
    );
    expect(boxes).toHaveLength(values.length);
  });

  it("none lies on another or outside", () => {
    boxes.forEach((box, index) => {
      expect(overlap(box, WITHIN)).toBeCloseTo(area(box), 3);
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBeLessThan(1e-3);
    });
  });
});

it("is near to squares", () => {
  const shapes = squarify(many, WITHIN).map(({ width, height }) =>
    Math.max(width / height, height / width),
  );
  expect(shapes.sort((a, b) => a - b)[shapes.length >> 1]).toBeLessThan(2);
});

it("has nothing to set where there is nothing", () => {
  expect(squarify([], WITHIN)).toEqual([]);
});
