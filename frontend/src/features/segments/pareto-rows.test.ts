import { expect, it } from "vitest";
import type { Frontier } from "@/api/types";
import { paretoRows } from "./pareto-rows";

const at = (bytes: number, moves: number, expected: number) => ({
  bytes,
  moves,
  response_ratio: { low: expected, expected, high: expected },
});
const frontier = (...points: Frontier["points"]): Frontier => ({
  points,
  knee: null,
  exact: true,
  kept_free_pct: 10,
});

it.each([
  [
    "rises to all of it",
    [at(0, 0, 1), at(5, 1, 0.8), at(9, 2, 0.6)],
    [
      [0, 0],
      [1, 50],
      [2, 100],
    ],
  ],
  [
    "leaves out what fewer segments beat",
    [at(0, 0, 1), at(5, 3, 0.9), at(9, 2, 0.8), at(20, 4, 0.6)],
    [
      [0, 0],
      [2, 50],
      [4, 100],
    ],
  ],
  [
    "starts at what is pinned",
    [at(7, 2, 0.9), at(9, 3, 0.6)],
    [
      [2, 25],
      [3, 100],
    ],
  ],
  ["is empty where nothing is saved", [at(0, 0, 1)], []],
])("%s", (_case, points, rows) => {
  const found = paretoRows(frontier(...points)).map(({ moves, part }) => [moves, Math.round(part)]);
  expect(found).toEqual(rows);
});
