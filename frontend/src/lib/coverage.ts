import { share } from "./format";

type Coverage = Readonly<Record<string, number | null>>;

const ENOUGH = 0.9;

/** How much of the instance's I/O the listed segments explain; only listed segments can be placed. */
export function coverageText(coverage: Coverage): string {
  const parts = [
    coverage.physical_reads != null && `${share(coverage.physical_reads)} of physical reads`,
    coverage.physical_writes != null && `${share(coverage.physical_writes)} of physical writes`,
  ].filter(Boolean);
  if (parts.length === 0)
    return "How much of the I/O the listed segments explain is not in this report.";
  return `The listed segments explain ${parts.join(" and ")}.`;
}

/** Whether more segments would make a better answer. */
export function coverageIsLow(coverage: Coverage): boolean {
  return (coverage.physical_reads ?? 0) < ENOUGH;
}

/** The same as a label: "Segments listed for 23 % of reads, 3 % of writes"; empty where neither is known. */
export function coverageLabel(coverage: Coverage): string {
  const parts = [
    coverage.physical_reads != null && `${share(coverage.physical_reads)} of reads`,
    coverage.physical_writes != null && `${share(coverage.physical_writes)} of writes`,
  ].filter(Boolean);
  return parts.length > 0 ? `Segments listed for ${parts.join(", ")}` : "";
}
