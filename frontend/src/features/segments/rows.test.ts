import { describe, expect, it } from "vitest";
import { toCsv } from "@/lib/csv";
import { aPlacement, aSegment, anAdvice } from "@/test/builders";
import { CSV_HEADINGS, csvRow, filterRows, segmentRows, sortRows } from "./rows";

const GIB = 1024 ** 3;
const advice = anAdvice({
  segments: [
    aSegment({ name: "ORDERS", size_bytes: 40 * GIB, io_share: 0.2 }),
    aSegment({
      name: "ORDERS_PK",
      type: "INDEX",
      tablespace: "SHOP_INDX",
      size_bytes: null,
      io_share: 0.3,
    }),
    aSegment({
      name: "LOGS",
      subobject: "P1",
      size_bytes: 1 * GIB,
      io_share: null,
      reason: "Too cold.",
    }),
  ],
  placement: [
    aPlacement({ name: "ORDERS", reason: "Hot." }),
    aPlacement({ name: "ORDERS_PK", included: false, reason: "Its size is not known." }),
    aPlacement({ option: "all", name: "LOGS", subobject: "P1", reason: "Everything moves." }),
  ],
});
const rows = segmentRows(advice, "segments");

describe("place and reason", () => {
  it.each([
    ["segments", "ORDERS", true, "Hot."],
    ["segments", "ORDERS_PK", false, "Its size is not known."],
    ["segments", "LOGS.P1", false, "Too cold."],
    ["all", "LOGS.P1", true, "Everything moves."],
    ["none", "ORDERS", false, "This option moves no segment."],
  ] as const)("in option %s, %s: in = %s, because %s", (option, name, included, reason) => {
    const row = segmentRows(advice, option).find((item) => item.name === `SHOP.${name}`);
    expect(row).toMatchObject({ included, reason });
  });
});

describe("sorting", () => {
  it.each([
    ["rank", "asc", ["SHOP.ORDERS", "SHOP.ORDERS_PK", "SHOP.LOGS.P1"]],
    ["segment", "asc", ["SHOP.LOGS.P1", "SHOP.ORDERS", "SHOP.ORDERS_PK"]],
    ["size", "asc", ["SHOP.LOGS.P1", "SHOP.ORDERS", "SHOP.ORDERS_PK"]],
    ["size", "desc", ["SHOP.ORDERS", "SHOP.LOGS.P1", "SHOP.ORDERS_PK"]],
    ["io", "desc", ["SHOP.ORDERS_PK", "SHOP.ORDERS", "SHOP.LOGS.P1"]],
  ] as const)("by %s %s, unknown last", (sort, dir, names) => {
    expect(sortRows(rows, sort, dir).map((row) => row.name)).toEqual(names);
  });
});

describe("filtering", () => {
  it.each([
    ["", 3],
    ["orders", 2],
    ["orders index", 1],
    ["shop_indx", 1],
    ["in", 1],
    ["out", 2],
    ["logs out", 1],
    ["nothing", 0],
  ])("%j leaves %d", (filter, left) => {
    expect(filterRows(rows, filter)).toHaveLength(left);
  });
});

it("writes every row as CSV, unknown as empty, formulas made harmless", () => {
  const hostile = segmentRows(
    anAdvice({
      segments: [aSegment({ owner: "=cmd|x", name: "T", size_bytes: null })],
      placement: [],
    }),
    "none",
  );
  const [headings, line] = toCsv(CSV_HEADINGS, hostile.map(csvRow)).split("\r\n");
  expect(headings?.split(",")).toHaveLength(13);
  expect(line).toBe(
    "1,'=cmd|x,T,,TABLE,SHOP_DATA,,0.21,10,1200,30,false,This option moves no segment.",
  );
});
