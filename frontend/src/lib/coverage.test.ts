import { expect, it } from "vitest";
import { coverageIsLow, coverageText } from "./coverage";

it.each([
  [
    { physical_reads: 0.23, physical_writes: 0.4 },
    "The listed segments explain 23 % of physical reads and 40 % of physical writes.",
    true,
  ],
  [
    { physical_reads: 0.95, physical_writes: null },
    "The listed segments explain 95 % of physical reads.",
    false,
  ],
  [
    { physical_reads: null, physical_writes: null },
    "How much of the I/O the listed segments explain is not in this report.",
    true,
  ],
  [{ physical_reads: 0 }, "The listed segments explain 0 % of physical reads.", true],
  [{}, "How much of the I/O the listed segments explain is not in this report.", true],
])("coverage %o: %s", (coverage, text, low) => {
  expect(coverageText(coverage)).toBe(text);
  expect(coverageIsLow(coverage)).toBe(low);
});
