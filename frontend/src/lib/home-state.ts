/** What the list of databases shows, as its address says it. */

import * as v from "valibot";

export const FLEET_SORTS = ["name", "gain", "knee", "ceiling", "grade", "last", "next"] as const;
export type FleetSort = (typeof FLEET_SORTS)[number];

const TEXT_MOST = 100;
const text = v.optional(
  v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((value) => String(value).slice(0, TEXT_MOST)),
      v.nonEmpty(),
    ),
    "",
  ),
);

const SCHEMA = v.object({
  q: text,
  by: v.optional(v.fallback(v.optional(v.picklist(FLEET_SORTS)), undefined)),
  dir: v.optional(v.fallback(v.optional(v.picklist(["asc", "desc"])), undefined)),
  /** SSD to be shared out among the databases: 2TB. */
  budget: text,
});

export type HomeState = v.InferOutput<typeof SCHEMA>;

export function readHomeState(raw: Record<string, unknown>): HomeState {
  const state = v.parse(SCHEMA, raw);
  return Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined && value !== ""),
  );
}
