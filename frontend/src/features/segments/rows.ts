import type { Advice, RankedSegment, OptionName } from "@/api/types";
import type { Sort } from "@/lib/page-state";
import { segmentKey, segmentName } from "@/lib/segment-name";

export interface SegmentRow {
  rank: number;
  key: string;
  name: string;
  segment: RankedSegment;
  included: boolean;
  reason: string;
}

const MOVES_NONE = "This option moves no segment.";

/** The ranked segments with their place in the option shown, and why. */
export function segmentRows(advice: Advice, option: OptionName): SegmentRow[] {
  const placed = new Map(
    advice.placement
      .filter((segment) => segment.option === option)
      .map((segment) => [segmentKey(segment), segment]),
  );
  return advice.segments.map((segment, index) => {
    const key = segmentKey(segment);
    const place = placed.get(key);
    return {
      rank: index + 1,
      key,
      name: segmentName(segment),
      segment,
      included: place?.included ?? false,
      reason: placed.size === 0 ? MOVES_NONE : (place?.reason ?? segment.reason),
    };
  });
}

type Measure = (row: SegmentRow) => number | string | null;

const MEASURES: Record<Sort, Measure> = {
  rank: (row) => row.rank,
  segment: (row) => row.name,
  size: (row) => row.segment.size_bytes,
  io: (row) => row.segment.io_share,
  rw: (row) => row.segment.read_write_ratio,
  benefit: (row) => row.segment.benefit_s_per_hour,
  density: (row) => row.segment.benefit_density_s_per_hour_per_gib,
};

function compare(a: number | string, b: number | string): number {
  return typeof a === "string" || typeof b === "string"
    ? String(a).localeCompare(String(b))
    : a - b;
}

/** Sorted by one column; unknown values stand last whichever way. */
export function sortRows(rows: readonly SegmentRow[], sort: Sort, dir: "asc" | "desc") {
  const measure = MEASURES[sort];
  const sign = dir === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    if (x == null || y == null) return Number(x == null) - Number(y == null) || a.rank - b.rank;
    return sign * compare(x, y) || a.rank - b.rank;
  });
}

function holds({ name, segment, included }: SegmentRow, word: string): boolean {
  if (word === "in" || word === "out") return included === (word === "in");
  return [name, segment.type, segment.tablespace].join(" ").toLowerCase().includes(word);
}

/** Rows whose name, type or tablespace holds every word of the filter; "in" and "out" ask for the place. */
export function filterRows(rows: readonly SegmentRow[], filter: string): readonly SegmentRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? rows : rows.filter((row) => words.every((word) => holds(row, word)));
}

export const CSV_HEADINGS = [
  "rank",
  "owner",
  "name",
  "subobject",
  "type",
  "tablespace",
  "size_bytes",
  "io_share",
  "read_write_ratio",
  "benefit_s_per_hour",
  "benefit_density_s_per_hour_per_gib",
  "included",
  "reason",
] as const;

export function csvRow({ rank, segment, included, reason }: SegmentRow) {
  return [
    rank,
    segment.owner,
    segment.name,
    segment.subobject,
    segment.type,
    segment.tablespace,
    segment.size_bytes,
    segment.io_share,
    segment.read_write_ratio,
    segment.benefit_s_per_hour,
    segment.benefit_density_s_per_hour_per_gib,
    included,
    reason,
  ];
}
