/** What a database's pages show, as their address says it. Every key is optional; unknown or bad values are dropped. */

import * as v from "valibot";
import type { OptionName } from "@/api/types";
import { isOption } from "./options";
import { type Asked, FIELDS, type Renting, readQuestion, readRenting } from "./question";

export const SORTS = ["rank", "segment", "size", "io", "rw", "benefit", "density", "tier"] as const;

export type Sort = (typeof SORTS)[number];

const TEXT_MOST = 200;

const blank = (value: unknown) => value == null || String(value).trim() === "";

/** Whatever the schema refuses is as if it were not there. */
const dropped = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.fallback(v.union([schema, v.undefined()]), undefined));

const text = dropped(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => String(value).slice(0, TEXT_MOST)),
    v.nonEmpty(),
  ),
);
const whole = dropped(
  v.pipe(
    v.unknown(),
    v.check((value) => !blank(value)),
    v.transform(Number),
    v.integer(),
    v.minValue(1),
  ),
);
const clock = dropped(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)));
const oneOf = <const T extends readonly string[]>(allowed: T) => dropped(v.picklist(allowed));
const SIDE_BY_SIDE = 10;
const several = dropped(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((value) => [...new Set([value].flat().filter((one) => !blank(one)))]),
    v.transform((ids) => ids.slice(0, SIDE_BY_SIDE)),
    v.nonEmpty(),
  ),
);
const named = dropped(v.custom<OptionName>(isOption));
/** How an answer is looked at. */
const VIEW = {
  option: named,
  /** The option that was carried out, for the comparison with after-reports. */
  applied: named,
  /** Hours of the same time line that are held against those of the answer. */
  after_from: clock,
  after_to: clock,
  /** What the load is stacked by, the layer that is kept alone, and the hours in view. */
  load_by: oneOf(["class", "event"] as const),
  load_only: text,
  view_from: clock,
  view_to: clock,
  sort: oneOf(SORTS),
  dir: oneOf(["asc", "desc"] as const),
  q: text,
  /** What the segments are narrowed to. */
  owner: text,
  tablespace: text,
  type: text,
  place: oneOf(["in", "out"] as const),
  /** Where the database runs, for the kinds of volumes that it can have there. */
  volumes_on: text,
  /** A plan under review that gets a new revision of what is set. */
  revises: text,
  /** Scenarios that are held against each other, the first one against which. */
  side: several,
};

const SCHEMA = v.object(VIEW);

/** What the advice is asked for: the table of the question. */
export type AdviceParams = Asked;
/** As texts too: the list of databases has a budget of its own in its address. */
type Rented = { [Name in keyof Renting]?: Renting[Name] | string };
export type PageState = AdviceParams & Rented & v.InferOutput<typeof SCHEMA>;

const ASKED = new Set(FIELDS.map(({ name }) => name));

/** A key that another answer hangs on. */
export const isAsked = (key: string): boolean => ASKED.has(key);

type Raw = Record<string, unknown>;

/** Which revision a plan's page shows; without one the current. */
export const readRevision = (raw: Raw): { revision?: number } =>
  compact(v.parse(v.object({ revision: whole }), raw));

/** Drops what is not set, so that two addresses of the same page are equal. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== ""),
  ) as T;
}

/** An option of the advice as the address and the API name it; anything else is "do nothing". */
export function optionName(value: string | undefined): OptionName {
  return isOption(value) ? value : "none";
}

export const readPageState = (raw: Raw): PageState =>
  compact({ ...readQuestion(raw), ...readRenting(raw), ...v.parse(SCHEMA, raw) });

/** One of users and think time is given without the other: neither is used until both are there. */
export function usersIncomplete({ users, think_time_s }: AdviceParams): boolean {
  return (users === undefined) !== (think_time_s === undefined);
}

const hasHours = ({ hours_from, hours_to }: PageState) => !!hours_from || !!hours_to;

/** When a field says nothing because of another one. */
const MOOT: Partial<Record<string, (state: PageState) => boolean>> = {
  ssd: ({ device }) => !!device,
  count: ({ device }) => !device,
  mirrored: ({ device }) => !device,
  window: hasHours,
  media: ({ storage }) => !!storage,
  spindles: ({ storage }) => !!storage,
  raid: ({ storage }) => !!storage,
};

export const isMoot = (field: string, state: PageState): boolean => MOOT[field]?.(state) ?? false;

/** The part of the address that the advice depends on. */
export function adviceParams(state: PageState): AdviceParams {
  const load = usersIncomplete(state) ? { users: undefined, think_time_s: undefined } : {};
  const asked = Object.entries(state).filter(([key]) => isAsked(key) && !isMoot(key, state));
  return compact({ ...Object.fromEntries(asked), ...load } as AdviceParams);
}

/** The part of it that rented volumes depend on besides. */
export const rentingParams = (state: PageState): Renting => readRenting(state);

/** Nobody said how much SSD there is; the answer is for an assumed size. */
export const isAssumed = ({ ssd, device, tier }: AdviceParams) => !ssd && !device && !tier;

export function parseSearch(search: string): Raw {
  const raw: Raw = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const before = raw[key];
    raw[key] = before === undefined ? value : [before, value].flat();
  }
  return raw;
}

export function writeSearch(search: Raw): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    for (const one of [value].flat()) if (one != null && one !== "") query.append(key, String(one));
  const written = query.toString();
  return written ? `?${written}` : "";
}
