import { expect, it } from "vitest";
import { toCsv } from "@/lib/csv";
import { aSegment } from "@/test/builders";
import { CSV_HEADINGS, csvRow } from "./csv-rows";

it("writes every row as CSV, unknown as empty, formulas made harmless", () => {
  const hostile = aSegment({ owner: "=cmd|x", name: "T", size_bytes: null, included: false });
  const [headings, line] = toCsv(CSV_HEADINGS, [csvRow(hostile)]).split("\r\n");
  expect(headings?.split(",")).toHaveLength(13);
  expect(line).toBe(
    "1,'=cmd|x,T,,TABLE,SHOP_DATA,,0.21,10,1200,30,false,High benefit for its size.",
  );
});
