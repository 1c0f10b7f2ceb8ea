import type { Sort } from "@/lib/page-state";

export interface Column {
  label: string;
  sort?: Sort;
  right?: boolean;
  title?: string;
}

/** Where several tiers are asked for. */
const TIER: Column = {
  label: "Tier",
  sort: "tier",
  title: "Where it lies today, and where it goes over the tiers",
};

const BEFORE: readonly Column[] = [
  { label: "Segment", sort: "segment" },
  { label: "Type" },
  { label: "Tablespace" },
];
const AFTER: readonly Column[] = [
  { label: "Size", sort: "size", right: true },
  {
    label: "IO share",
    sort: "io",
    right: true,
    title: "Of the instance's read and write requests",
  },
  {
    label: "Reads/write",
    sort: "rw",
    right: true,
    title: "Read requests for each write request",
  },
  {
    label: "Saves, s/h",
    sort: "benefit",
    right: true,
    title: "Seconds of DB time saved in an hour, P10 to P90 below",
  },
  {
    label: "Saves, s/h/GiB",
    sort: "density",
    right: true,
    title: "Seconds of DB time saved in an hour for each GiB",
  },
  { label: "In or out" },
  { label: "Hold, source" },
];

export const columnsOf = (tiers: boolean): readonly Column[] =>
  tiers ? [...BEFORE, TIER, ...AFTER] : [...BEFORE, ...AFTER];
