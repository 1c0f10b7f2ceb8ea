import { expect, it } from "vitest";
import type { Quality } from "@/api/types";
import { coverageIsLow, coverageText } from "./coverage";

it.each<[Quality["coverage_of"], Quality["coverage"], string, boolean]>([
  [
    "listed",
    { physical_reads: 0.23, physical_writes: 0.4 },
    "The listed segments explain 23 % of physical reads without temp and 40 % of physical writes.",
    true,
  ],
  [
    "listed",
    { physical_reads: 0.95, physical_writes: null },
    "The listed segments explain 95 % of physical reads without temp.",
    false,
  ],
  [
    "listed",
    { physical_reads: null, physical_writes: null },
    "How much of the I/O the listed segments explain is not in the inputs.",
    true,
  ],
  [
    "listed",
    { physical_reads: 0 },
    "The listed segments explain 0 % of physical reads without temp.",
    true,
  ],
  ["listed", {}, "How much of the I/O the listed segments explain is not in the inputs.", true],
  [
    "export",
    { physical_reads: 0.84, physical_writes: 0.49 },
    "The counted segments explain 84 % of physical reads without temp and 49 % of physical writes; the rest is temp, undo and what the export does not name.",
    false,
  ],
  [
    "export",
    { physical_reads: 1 },
    "The counted segments explain 100 % of physical reads without temp.",
    false,
  ],
  ["export", {}, "How much of the I/O the counted segments explain is not in the inputs.", false],
])("%s, coverage %o: %s", (coverage_of, coverage, text, low) => {
  expect(coverageText({ coverage_of, coverage })).toBe(text);
  expect(coverageIsLow({ coverage_of, coverage })).toBe(low);
});
