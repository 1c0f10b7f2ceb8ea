import { expect, it } from "vitest";
import { coverageIsLow, coverageLabel, coverageText } from "./coverage";

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

it.each([
  [
    { physical_reads: 0.231, physical_writes: 0.034 },
    "Segments listed for 23 % of reads, 3.4 % of writes",
  ],
  [{ physical_reads: 1, physical_writes: null }, "Segments listed for 100 % of reads"],
  [{ physical_reads: null, physical_writes: 0.4 }, "Segments listed for 40 % of writes"],
  [{}, ""],
])("coverage %o as a label: %s", (coverage, label) => {
  expect(coverageLabel(coverage)).toBe(label);
});
