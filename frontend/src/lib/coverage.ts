import type { Quality } from "@/api/types";
import { share } from "./format";

type Covered = Pick<Quality, "coverage" | "coverage_of">;

const ENOUGH = 0.9;

const isCounted = (quality: Covered) => quality.coverage_of === "export";

/** How much of the instance's I/O the segments named explain; only these can be placed. */
export function coverageText(quality: Covered): string {
  const { physical_reads: reads, physical_writes: writes } = quality.coverage;
  const parts = [
    reads != null && `${share(reads)} of physical reads without temp`,
    writes != null && `${share(writes)} of physical writes`,
  ].filter(Boolean);
  const which = isCounted(quality) ? "counted" : "listed";
  if (parts.length === 0)
    return `How much of the I/O the ${which} segments explain is not in the inputs.`;
  const left = isCounted(quality) && [reads, writes].some((part) => part != null && part < 1);
  const rest = left ? "; the rest is temp, undo and what the export does not name" : "";
  return `The ${which} segments explain ${parts.join(" and ")}${rest}.`;
}

/** Whether more segments would make a better answer; an export counts them all. */
export function coverageIsLow(quality: Covered): boolean {
  return !isCounted(quality) && (quality.coverage.physical_reads ?? 0) < ENOUGH;
}
