import { expect, it } from "vitest";
import { toCsv } from "@/lib/csv";
import { aSegment } from "@/test/builders";
import { csvHeadings, csvRow } from "./csv-rows";

it("writes every row as CSV, unknown as empty, formulas made harmless", () => {
  const hostile = aSegment({ owner: "=cmd|x", name: "T", size_bytes: null, included: false });
  const [headings, line] = toCsv(csvHeadings(false), [csvRow(hostile, false)]).split("\r\n");
  expect(headings?.split(",")).toHaveLength(16);
  expect(line).toBe(
    "1,,'=cmd|x,T,,TABLE,SHOP_DATA,,0.21,10,1200,800,1500,30,false,High benefit for its size.",
  );
});

it.each([
  ["/u01", "NVME", "/u01,NVME"],
  ["/u01", null, "/u01,/u01"],
  [null, "NVME", ",NVME"],
])("says where a segment lies and is then, over tiers: %s, %s", (lies, tier, end) => {
  const [headings, line] = toCsv(csvHeadings(true), [csvRow(aSegment({ lies, tier }), true)]).split(
    "\r\n",
  );
  expect(headings).toMatch(/,reason,lies,tier$/);
  expect(line?.endsWith(end)).toBe(true);
});
