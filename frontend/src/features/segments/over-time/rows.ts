/** What a heat map of segments over time draws: a row for each segment and each group, a cell for each step. */

import type { HeatMap } from "@/api/types";
import { asPrinted, count, plural, shortTime } from "@/lib/format";
import { segmentKey, segmentName } from "@/lib/segment-name";

type Segment = HeatMap["segments"][number];

/** unknown: no report tells; below: lists of that time leave it out, and it read no more than their last one. */
export type CellKind = "told" | "below" | "unknown";

export interface HeatCell {
  kind: CellKind;
  /** Reads an hour; of what is below, the most. */
  reads: number;
}

export interface HeatRow {
  key: string;
  label: string;
  place: Segment["place"] | "group";
  cells: readonly HeatCell[];
}

const NOTHING: HeatCell = { kind: "unknown", reads: 0 };
/** Of the most: a mean of some intervals, few of which leave the segment out, counts as told. */
const NEARLY = 0.8;

function cellOf(least: number | null, most: number | null): HeatCell {
  if (least === null || most === null) return NOTHING;
  return least >= most * NEARLY
    ? { kind: "told", reads: (least + most) / 2 }
    : { kind: "below", reads: most };
}

function ofSegment(one: Segment): HeatRow {
  const name = segmentName(one);
  return {
    key: segmentKey(one) + (one.type ?? ""),
    label: one.pdb ? `${one.pdb} ${name}` : name,
    place: one.place,
    cells: one.least.map((least, at) => cellOf(least, one.most[at] ?? null)),
  };
}

function ofGroup({ owner, segments, least }: HeatMap["groups"][number]): HeatRow {
  return {
    key: `group ${owner}`,
    label: `${plural(segments, "other segment")} of ${owner ?? "other owners"}`,
    place: "group",
    cells: least.map((one) => (one === null ? NOTHING : { kind: "told", reads: one })),
  };
}

export const rowsOf = ({ segments, groups }: HeatMap): HeatRow[] => [
  ...segments.map(ofSegment),
  ...groups.map(ofGroup),
];

/** The most that any segment is told to read in a step. */
export const strongest = (rows: readonly HeatRow[]): number =>
  Math.max(1, ...rows.flatMap(({ cells }) => cells.filter(isTold).map(({ reads }) => reads)));

const isTold = ({ kind }: HeatCell) => kind === "told";

const MOST_COLOR_PCT = 85;

/** Of the colour: by the square root, so that a tenth of the most is still seen. */
export const strengthOf = (reads: number, most: number): number =>
  Math.round(MOST_COLOR_PCT * Math.sqrt(Math.min(reads / most, 1)));

const MARKS: Record<NonNullable<HeatRow["place"]>, string> = {
  in: "on SSD",
  fast: "as fast as SSD today",
  out: "not on SSD",
  unknown: "not on SSD, saving not known",
  group: "",
};

export const placeWords = (place: HeatRow["place"]): string =>
  place === null || place === undefined ? "place not known" : MARKS[place];

/** One sentence of a cell, for a pointer, a focus and a screen reader. */
export function cellText(row: HeatRow, cell: HeatCell, begin: string): string {
  const where = [row.label, placeWords(row.place)].filter(Boolean).join(", ");
  const reads = {
    told: `${count(cell.reads)} reads an hour`,
    below: `at most ${count(cell.reads)} reads an hour: the lists of that time leave it out`,
    unknown: "not known: no report tells",
  }[cell.kind];
  return `${where}, from ${shortTime(begin)}: ${reads}.`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const DAY_S = 86_400;

export interface Heading {
  key: string;
  label: string;
  columns: number;
}

/** Headings over the steps: days, of longer steps months. */
export function headingsOf({ steps, step_s }: HeatMap): Heading[] {
  const form = step_s < DAY_S ? DAY : MONTH;
  const found: Heading[] = [];
  for (const step of steps) {
    const time = asPrinted(step);
    const label = time ? form.format(time) : "";
    const last = found.at(-1);
    if (last?.label === label) last.columns += 1;
    else found.push({ key: step, label, columns: 1 });
  }
  return found;
}

/** Where the arrow keys lead from a cell; null for other keys, and at an edge. */
export function stepTo(
  [row, column]: readonly [number, number],
  key: string,
  rows: number,
  columns: number,
): [number, number] | null {
  const to: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, columns - 1],
    PageUp: [0, column],
    PageDown: [rows - 1, column],
  };
  const found = to[key];
  if (!found) return null;
  const [down, right] = found;
  return down < 0 || down >= rows || right < 0 || right >= columns ? null : found;
}
