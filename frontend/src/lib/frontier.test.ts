import { describe, expect, it } from "vitest";
import type { Frontier } from "@/api/types";
import { kneePoint, lastPoint, neededBytes, pointAt, takesText } from "./frontier";

const point = (bytes: number, expected: number) => ({
  bytes,
  moves: bytes,
  response_ratio: { low: expected - 0.1, expected, high: expected + 0.1 },
});
const frontier: Frontier = {
  points: [point(0, 1), point(90, 0.8), point(180, 0.7), point(450, 0.6)],
  knee: 1,
  exact: true,
  kept_free_pct: 10,
};

describe("the frontier", () => {
  it.each([
    [0, 0],
    [99, 0],
    [100, 90],
    [199.9, 90],
    [200, 180],
    [1e12, 450],
  ])("with %d bytes of SSD %d are used", (ssd, used) =>
    expect(pointAt(frontier, ssd)?.bytes).toBe(used),
  );

  it("has no point where what is pinned does not fit", () => {
    expect(pointAt({ ...frontier, points: frontier.points.slice(1) }, 50)).toBeNull();
  });

  it("knows its knee, its end, and the SSD that each needs", () => {
    expect(kneePoint(frontier)?.bytes).toBe(90);
    expect(kneePoint({ ...frontier, knee: null })).toBeNull();
    expect(lastPoint(frontier)?.bytes).toBe(450);
    expect(neededBytes(frontier, point(450, 0.6))).toBeCloseTo(500);
  });

  it.each([
    ["GB", "119 GiB of segments on 132 GiB of SSD (142 GB)"],
    ["GiB", "119 GiB of segments on 132 GiB of SSD"],
  ] as const)("says what a point takes as Oracle counts, and in %s", (unit, text) =>
    expect(takesText(frontier, { bytes: 119 * 1024 ** 3 }, unit)).toBe(text),
  );
});
