import type { RankedSegment } from "@/api/types";

/** The ranked segments as a file for spreadsheets. */
const HEADINGS = [
  "rank",
  "pdb",
  "owner",
  "name",
  "subobject",
  "type",
  "tablespace",
  "size_bytes",
  "io_share",
  "read_write_ratio",
  "benefit_s_per_hour",
  "benefit_low_s_per_hour",
  "benefit_high_s_per_hour",
  "benefit_density_s_per_hour_per_gib",
  "included",
  "reason",
] as const;
const WHERE = ["lies", "tier"] as const;

/** `tiers`: several are asked for. */
export const csvHeadings = (tiers: boolean) => (tiers ? [...HEADINGS, ...WHERE] : HEADINGS);

export function csvRow(segment: RankedSegment, tiers: boolean) {
  return [
    segment.rank,
    segment.pdb,
    segment.owner,
    segment.name,
    segment.subobject,
    segment.type,
    segment.tablespace,
    segment.size_bytes,
    segment.io_share,
    segment.read_write_ratio,
    segment.benefit_s_per_hour,
    segment.benefit_low_s_per_hour,
    segment.benefit_high_s_per_hour,
    segment.benefit_density_s_per_hour_per_gib,
    segment.included,
    segment.reason,
    ...(tiers ? [segment.lies, segment.tier ?? segment.lies] : []),
  ];
}
