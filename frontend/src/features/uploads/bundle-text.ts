import type { UploadContents } from "@/api/types";
import { plural } from "@/lib/format";

type Section = UploadContents["sections"][number];

const NO_REASON = "not in the bundle";
/** What Oracle, SQL*Plus or the driver refused; anything else is not there by choice or by release. */
const REFUSED = /\b(ORA|SP2|DPY)-\d/;

const rowsOf = (sections: readonly Section[], file: string): number | null =>
  sections.find(({ name, state }) => name === file && state === "found")?.rows ?? null;

/** "26 files read: 1,200 segments with sizes, 900 with counters, 2 snapshot intervals". */
export function bundleText({ sections, intervals }: UploadContents): string {
  const found = sections.filter(({ state }) => state === "found").length;
  const sizes = rowsOf(sections, "segments.csv");
  const counters = rowsOf(sections, "segment_statistics.csv");
  const held = [
    sizes == null ? "no sizes" : `sizes of ${plural(sizes, "segment")}`,
    counters == null ? "no segment counters" : `counters of ${plural(counters, "segment")}`,
    intervals > 0 && plural(intervals, "snapshot interval"),
  ].filter(Boolean);
  return `${plural(found, "file")} read: ${held.join(", ")}`;
}

export interface Missing {
  reason: string;
  files: string[];
  /** Something went wrong, and can be put right. */
  refused: boolean;
}

/** Files that brought nothing, by reason; what was refused comes first. */
export function missingFiles({ sections }: UploadContents): Missing[] {
  const byReason = new Map<string, Missing>();
  for (const { name, state, message } of sections) {
    if (state === "found") continue;
    const reason = message ?? NO_REASON;
    const refused = state === "unreadable" || REFUSED.test(reason);
    const group = byReason.get(reason) ?? { reason, files: [], refused };
    group.files.push(name);
    byReason.set(reason, group);
  }
  return [...byReason.values()].toSorted((a, b) => Number(b.refused) - Number(a.refused));
}
