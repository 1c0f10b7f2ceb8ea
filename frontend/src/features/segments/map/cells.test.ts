import { describe, expect, it } from "vitest";
import type { MapGroup, SegmentMap } from "@/api/types";
import { aMapSegment } from "@/test/builders";
import { cellText, cellsOf, stepOf, unsizedText } from "./cells";
import { labelLines } from "./map-chart";
import { neighbour } from "./neighbour";

const GIB = 1024 ** 3;
const BOX = { x: 0, y: 0, width: 900, height: 300 };

const aGroup = (part: Partial<MapGroup> = {}): MapGroup => ({
  owner: "SHOP",
  place: "out",
  segments: 40,
  size_bytes: 20 * GIB,
  saving_known: 40,
  benefit_s_per_hour: 12,
  benefit_density_s_per_hour_per_gib: 0.6,
  ...part,
});

const aMap = (part: Partial<SegmentMap> = {}): SegmentMap => ({
  option: "segments",
  segments: [aMapSegment(), aMapSegment({ name: "LINES", rank: 2, place: "out" })],
  groups: [],
  unsized: [],
  ...part,
});

describe("the scale", () => {
  it.each([
    [null, null],
    [0, 0],
    [0.09, 1],
    [0.1, 2],
    [1, 3],
    [9.9, 3],
    [10, 4],
    [100, 5],
    [5000, 5],
  ])("%s s/h/GiB is step %s", (density, step) => expect(stepOf(density)).toBe(step));
});

const told = (map: SegmentMap) => cellsOf(map, BOX).map(cellText);

describe("what a cell tells", () => {
  it.each([
    [
      "name, size, place, saving with its range and the reason",
      aMapSegment(),
      "SHOP.ORDERS, 40 GiB, ✓ in: saves 1,200 s/h (800–1,500). High benefit for its size.",
    ],
    [
      "no range where none is forecast",
      aMapSegment({ benefit_low_s_per_hour: null, benefit_high_s_per_hour: null, place: "out" }),
      "SHOP.ORDERS, 40 GiB, out: saves 1,200 s/h. High benefit for its size.",
    ],
    [
      "a saving nobody knows is no zero",
      aMapSegment({
        benefit_s_per_hour: null,
        place: "unknown",
        reason: "Its reads are not listed.",
      }),
      "SHOP.ORDERS, 40 GiB, saving not known: What it saves is not known. Its reads are not listed.",
    ],
  ])("%s", (_, segment, text) => expect(told(aMap({ segments: [segment] }))).toEqual([text]));

  it.each([
    ["all known", aGroup(), "save 12 s/h together"],
    [
      "some known",
      aGroup({ saving_known: 30 }),
      "save at least 12 s/h together; of 10 segments it is not known",
    ],
    [
      "none known",
      aGroup({ saving_known: 0, benefit_s_per_hour: null }),
      "What they save is not known",
    ],
  ])("a group, %s", (_, group, text) =>
    expect(told(aMap({ segments: [], groups: [group] }))).toEqual([
      `40 smaller segments of SHOP, 20 GiB, out: ${text}.`,
    ]),
  );
});

it("areas stay where they are when segments come in", () => {
  const groups = [aGroup(), aGroup({ owner: "HR", size_bytes: 9 * GIB })];
  const parted = [
    aGroup({ size_bytes: 14 * GIB }),
    aGroup({ place: "in", size_bytes: 6 * GIB }),
    aGroup({ owner: "HR", size_bytes: 9 * GIB }),
  ];
  const before = cellsOf(aMap({ groups }), BOX);
  const segments = aMap().segments.map((one) => ({ ...one, place: "in" as const }));
  const after = cellsOf(aMap({ segments, groups: parted }), BOX);
  const boxOf = (cells: typeof before, key: string) => cells.find((one) => one.key === key)?.box;
  for (const { key, box: there } of before.filter((one) => one.key !== "group SHOP out"))
    expect(boxOf(after, key)).toEqual(there);
  expect(after).toHaveLength(5);
});

it("all areas together are the whole", () => {
  const cells = cellsOf(aMap({ groups: [aGroup(), aGroup({ owner: null, place: "in" })] }), BOX);
  const area = cells.reduce((sum, { box }) => sum + box.width * box.height, 0);
  expect(area).toBeCloseTo(BOX.width * BOX.height, 3);
});

const unsized = (tablespace: string | null, segments: number) => ({
  tablespace,
  segments,
  saving_known: 0,
  benefit_s_per_hour: null,
});

describe("what cannot be drawn is counted and placed", () => {
  it.each([
    ["none", [], ""],
    ["one", [unsized("INDX", 1)], "Not drawn: 1 segment of unknown size (1 in INDX)."],
    [
      "many",
      [unsized("A", 9), unsized("B", 5), unsized("C", 4), unsized("D", 3), unsized(null, 2)],
      "Not drawn: 23 segments of unknown size (9 in A, 5 in B, 4 in C, 5 others).",
    ],
  ])("%s", (_, some, text) => expect(unsizedText(some)).toBe(text));
});

describe("labels stand only where they fit whole", () => {
  it.each([
    [200, 60, ["✓ ORDERS", "40 GiB"]],
    [200, 30, ["✓ ORDERS"]],
    [200, 12, []],
    [40, 60, []],
  ])("%s by %s pixels", (width, height, lines) => {
    const [cell] = cellsOf(aMap({ segments: [aMapSegment()] }), { x: 0, y: 0, width, height });
    expect(cell && labelLines(cell)).toEqual(lines);
  });
});

const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 });

describe("arrow keys", () => {
  const boxes = [box(0, 0), box(10, 0), box(0, 10), box(10, 10)];

  it.each([
    [0, "ArrowRight", 1],
    [0, "ArrowDown", 2],
    [3, "ArrowLeft", 2],
    [3, "ArrowUp", 1],
    [1, "ArrowRight", null],
    [2, "Home", 0],
    [0, "End", 3],
    [0, "a", null],
  ])("from %s, %s leads to %s", (from, key, to) => expect(neighbour(boxes, from, key)).toBe(to));
});
