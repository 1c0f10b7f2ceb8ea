import { expect, it } from "vitest";
import { barAt } from "./load-chart";

const bars = [
  { from: 0, to: 10 },
  { from: 10, to: 20 },
  { from: 40, to: 50 },
];

it.each([
  [5, 0],
  [-5, 0],
  [15, 1],
  [24, 1],
  [36, 2],
  [99, 2],
])("the bar at %d, or next to it", (at, place) => expect(barAt(bars, at)).toBe(place));

it("none where there is none", () => expect(barAt([], 5)).toBeNull());
