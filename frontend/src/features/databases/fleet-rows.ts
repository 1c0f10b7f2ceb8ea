import type { Database, FleetRow } from "@/api/types";
import type { FleetSort } from "@/lib/home-state";

export interface HomeRow {
  database: Database;
  /** Its answer; absent until it is there. */
  answer: FleetRow | undefined;
}

/** Each database with its answer. */
export function homeRows(
  databases: readonly Database[],
  answers: readonly FleetRow[] | undefined,
): HomeRow[] {
  const byId = new Map(answers?.filter((row) => !row.pending).map((row) => [row.id, row]));
  return databases.map((database) => ({ database, answer: byId.get(database.id) }));
}

/** Those that hold every word in name, DBID, release or answer. */
export function filtered(rows: readonly HomeRow[], words: string): HomeRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ database, answer }) => {
    const text = [
      database.name,
      database.dbid,
      database.release,
      database.rac && "rac",
      database.sample && "sample",
      answer?.tag,
      answer?.headline,
    ]
      .join(" ")
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

type Key = string | number | null | undefined;

const KEYS: Record<FleetSort, (row: HomeRow) => Key> = {
  name: ({ database }) => database.name.toLowerCase(),
  gain: ({ answer }) => answer?.gain?.expected,
  knee: ({ answer }) => answer?.knee_bytes,
  ceiling: ({ answer }) => answer?.ceiling_db_time_pct,
  grade: ({ answer }) => answer?.grade,
  last: ({ database }) => database.last_time,
  next: ({ answer }) => answer?.share?.next_s_per_hour_per_gib,
};

/** In the order asked for; what is not known stands last whichever way. */
export function sorted(
  rows: readonly HomeRow[],
  sort: FleetSort,
  direction: "asc" | "desc",
): HomeRow[] {
  const turn = direction === "asc" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [KEYS[sort](one), KEYS[sort](other)];
    if (a == null || b == null) return Number(a == null) - Number(b == null);
    if (a === b) return 0;
    return a < b ? -turn : turn;
  });
}
