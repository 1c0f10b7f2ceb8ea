import { useLocalStorage } from "@mantine/hooks";
import type { Sort } from "@/lib/page-state";

export interface Column {
  id:
    | "segment"
    | "type"
    | "tablespace"
    | "tier"
    | "size"
    | "io"
    | "rw"
    | "saves"
    | "density"
    | "in"
    | "do";
  label: string;
  /** In the grid. */
  width: string;
  sort?: Sort;
  right?: boolean;
  title?: string;
  /** The table says nothing without it. */
  always?: boolean;
}

const ALL: readonly Column[] = [
  { id: "segment", label: "Segment", width: "minmax(12rem, 2.4fr)", sort: "segment", always: true },
  { id: "type", label: "Type", width: "minmax(6rem, 1.3fr)" },
  { id: "tablespace", label: "Tablespace", width: "minmax(6.5rem, 1fr)" },
  {
    id: "tier",
    label: "Tier",
    width: "minmax(7rem, 1fr)",
    sort: "tier",
    title: "Where it lies today, and where it goes over the tiers",
  },
  { id: "size", label: "Size", width: "5.5rem", sort: "size", right: true },
  {
    id: "io",
    label: "IO share",
    width: "4.5rem",
    sort: "io",
    right: true,
    title: "Of the instance's read and write requests",
  },
  {
    id: "rw",
    label: "Reads/write",
    width: "4.25rem",
    sort: "rw",
    right: true,
    title: "Read requests for each write request",
  },
  {
    id: "saves",
    label: "Saves, s/h",
    width: "6rem",
    sort: "benefit",
    right: true,
    title: "Seconds of DB time saved in an hour, P10 to P90 below",
  },
  {
    id: "density",
    label: "Saves, s/h/GiB",
    width: "5rem",
    sort: "density",
    right: true,
    title: "Seconds of DB time saved in an hour for each GiB",
  },
  { id: "in", label: "In or out", width: "minmax(13rem, 3.2fr)", always: true },
  { id: "do", label: "Hold, source", width: "9.5rem" },
];

/** All there are: a tier where several are asked for. */
export const columnsOf = (tiers: boolean): readonly Column[] =>
  ALL.filter(({ id }) => tiers || id !== "tier");

/** How the grid lays them out. */
export const widths = (columns: readonly Column[]): string =>
  columns.map(({ width }) => width).join(" ");

interface Chosen {
  shown: readonly Column[];
  hidden: readonly string[];
  /** Hides those, and no others. */
  hide: (ids: string[]) => void;
}

/** Which of them somebody wants to see; this browser remembers. */
export function useColumns(tiers: boolean): Chosen {
  const [hidden, hide] = useLocalStorage<string[]>({
    key: "segtier.segments.hidden-columns",
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const shown = columnsOf(tiers).filter(({ id, always }) => always || !hidden.includes(id));
  return { shown, hidden, hide };
}
