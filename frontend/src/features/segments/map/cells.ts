/** What a map of segments draws: a cell for each of the largest, and one for the others of an owner in one place. */

import type { MapGroup, MapSegment, SegmentMap } from "@/api/types";
import { bytes, plural, seconds } from "@/lib/format";
import { segmentKey, segmentName } from "@/lib/segment-name";
import type { PageState } from "@/lib/page-state";
import { type Box, squarify } from "@/lib/squarify";

export type Place = MapSegment["place"];

export const PLACES: readonly { place: Place; label: string }[] = [
  { place: "in", label: "✓ in" },
  { place: "out", label: "out" },
  { place: "unknown", label: "saving not known" },
  { place: "fast", label: "as fast as SSD today" },
];

/** Seconds an hour for each GiB from which each step of the colour begins, the first beginning above 0. */
const STEPS = [0, 0.1, 1, 10, 100] as const;
export const SCALE = ["none", "under 0.1", "0.1–1", "1–10", "10–100", "100 and more"] as const;

/** Which step of the scale, by fixed bounds: a colour means the same for every database; null where it is not known. */
export function stepOf(density: number | null): number | null {
  if (density === null) return null;
  if (density <= 0) return 0;
  return STEPS.findLastIndex((from) => density >= from) + 1;
}

export interface Cell {
  key: string;
  /** As it stands in the cell. */
  label: string;
  /** As it is told of. */
  name: string;
  sizeBytes: number;
  place: Place;
  density: number | null;
  /** What it saves, with its range as far as it is forecast. */
  saves: string;
  reason: string;
  /** What the table is narrowed to. */
  narrowed: Pick<PageState, "q" | "owner" | "tablespace" | "type" | "place">;
  box: Box;
}

const EVERYTHING = {
  q: undefined,
  owner: undefined,
  tablespace: undefined,
  type: undefined,
  place: undefined,
};

const range = (low: number | null, high: number | null) =>
  low === null || high === null ? "" : ` (${seconds(low)}–${seconds(high)})`;

function savesText(one: MapSegment): string {
  if (one.benefit_s_per_hour === null) return "What it saves is not known";
  return `saves ${seconds(one.benefit_s_per_hour)} s/h${range(one.benefit_low_s_per_hour, one.benefit_high_s_per_hour)}`;
}

/** Longer ones are found by how they begin. */
const FILTER_MOST = 200;

function wholeName(pdb: string | null, name: string): string {
  const quoted = `"${pdb ? `${pdb} ` : ""}${name}"`;
  return quoted.length > FILTER_MOST ? name.slice(0, FILTER_MOST) : quoted;
}

function ofSegment(one: MapSegment, box: Box): Cell {
  const name = segmentName(one);
  return {
    key: segmentKey(one),
    label: [one.name, one.subobject].filter(Boolean).join("."),
    name: one.pdb ? `${one.pdb} ${name}` : name,
    sizeBytes: one.size_bytes,
    place: one.place,
    density: one.benefit_density_s_per_hour_per_gib,
    saves: savesText(one),
    reason: one.reason,
    narrowed: { ...EVERYTHING, q: wholeName(one.pdb, name) },
    box,
  };
}

function groupSaves(one: MapGroup): string {
  if (one.benefit_s_per_hour === null) return "What they save is not known";
  const unknown = one.segments - one.saving_known;
  const rest = unknown > 0 ? `; of ${plural(unknown, "segment")} it is not known` : "";
  return `save ${unknown > 0 ? "at least " : ""}${seconds(one.benefit_s_per_hour)} s/h together${rest}`;
}

function ofGroup(one: MapGroup, box: Box): Cell {
  const owner = one.owner ?? "other owners";
  return {
    key: `group ${one.owner} ${one.place}`,
    label: `${owner}: ${plural(one.segments, "segment")}`,
    name: `${plural(one.segments, "smaller segment")} of ${owner}`,
    sizeBytes: one.size_bytes,
    place: one.place,
    density: one.benefit_density_s_per_hour_per_gib,
    saves: groupSaves(one),
    reason: "",
    narrowed: {
      ...EVERYTHING,
      owner: one.owner ?? undefined,
      place: one.place === "in" ? "in" : "out",
    },
    box,
  };
}

const total = (some: readonly { size_bytes: number }[]) =>
  some.reduce((all, one) => all + one.size_bytes, 0);

/**
 * All cells in a box. Those drawn one by one stand first, then the owners' groups; both keep their areas whatever is in or
 * out, so that the map does not move with the SSD: only an owner's own area is parted anew.
 */
export function cellsOf({ segments, groups }: SegmentMap, within: Box): Cell[] {
  const owners = [...new Set(groups.map(({ owner }) => owner))];
  const byOwner = owners
    .map((owner) => groups.filter((one) => one.owner === owner))
    .sort((a, b) => total(b) - total(a));
  const halves = [total(segments), total(groups)].filter((size) => size > 0);
  const boxes = squarify(halves, within);
  const largest = segments.length > 0 ? boxes[0] : undefined;
  const others = groups.length > 0 ? boxes.at(-1) : undefined;
  const cells: Cell[] = [];
  if (largest)
    squarify(
      segments.map(({ size_bytes }) => size_bytes),
      largest,
    ).forEach((box, index) => {
      const one = segments[index];
      if (one) cells.push(ofSegment(one, box));
    });
  if (others)
    squarify(byOwner.map(total), others).forEach((area, index) => {
      const some = byOwner[index] ?? [];
      squarify(
        some.map(({ size_bytes }) => size_bytes),
        area,
      ).forEach((box, at) => {
        const one = some[at];
        if (one) cells.push(ofGroup(one, box));
      });
    });
  return cells;
}

const PLACE_WORDS = new Map(PLACES.map(({ place, label }) => [place, label]));

/** One sentence of a cell, for a pointer, a focus and a screen reader. */
export const cellText = ({ name, sizeBytes, place, saves, reason }: Cell): string =>
  [`${name}, ${bytes(sizeBytes)}, ${PLACE_WORDS.get(place)}: ${saves}.`, reason]
    .filter(Boolean)
    .join(" ");

const SHOWN_PLACES = 3;

/** How many segments no area can be drawn for, and where they are; empty where there is none. */
export function unsizedText(unsized: SegmentMap["unsized"]): string {
  const all = unsized.reduce((sum, { segments }) => sum + segments, 0);
  if (all === 0) return "";
  const named = unsized.filter(({ tablespace }) => tablespace !== null);
  const shown = named.slice(0, SHOWN_PLACES).map((one) => `${one.segments} in ${one.tablespace}`);
  const others =
    all - named.slice(0, SHOWN_PLACES).reduce((sum, { segments }) => sum + segments, 0);
  const where = [...shown, ...(others > 0 ? [`${others} others`] : [])].join(", ");
  return `Not drawn: ${plural(all, "segment")} of unknown size (${where}).`;
}
