/** What a database's pages show, as their address says it. Every key is optional; unknown or bad values are dropped. */

import * as v from "valibot";
import type { OptionName } from "@/api/types";
import { OPTIONS } from "./options";

export const MEDIA = ["hdd", "flash", "cached-array"] as const;
export const RAID = ["raid0", "raid1", "raid10", "raid5", "raid6"] as const;
export const WINDOWS = ["busy", "busiest", "p95", "average"] as const;
export const SORTS = ["rank", "segment", "size", "io", "rw", "benefit", "density"] as const;

/** Smallest and largest figure of each field that takes one, as the API takes it. */
export const LIMITS = {
  users: [1, 1e6],
  think_time_s: [0, 86_400],
  response_limit_s: [0.001, 3600],
  price: [0.01, 1e12],
} as const;

export type FigureName = keyof typeof LIMITS;
export type Sort = (typeof SORTS)[number];

const TEXT_MOST = 100;
const LIST_MOST = 200;

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
const flag = dropped(
  v.pipe(
    v.unknown(),
    v.transform(String),
    v.picklist(["true", "false"]),
    v.transform((value) => value === "true"),
  ),
);
const oneOf = <const T extends readonly string[]>(allowed: T) => dropped(v.picklist(allowed));
const figureOf = (name: FigureName) =>
  dropped(
    v.pipe(
      v.unknown(),
      v.check((value) => !blank(value)),
      v.transform(Number),
      v.minValue(LIMITS[name][0]),
      v.maxValue(LIMITS[name][1]),
    ),
  );
/** A key that may come more than once. */
const texts = dropped(
  v.pipe(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((value) => [value]),
      ),
    ]),
    v.transform((values) => [...new Set(values.filter(Boolean))].slice(0, LIST_MOST)),
    v.nonEmpty(),
  ),
);
const clock = dropped(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)));

/** The SSD and today's storage: what the advice is asked for. */
const ASKED = {
  ssd: text,
  device: text,
  count: whole,
  mirrored: flag,
  shared: flag,
  flash_cache_os: flag,
  media: oneOf(MEDIA),
  spindles: whole,
  raid: oneOf(RAID),
  /** Which of several intervals the forecast starts from, where no hours are stated. */
  window: oneOf(WINDOWS),
  /** Stated hours, on the database's own clock. */
  hours_from: clock,
  hours_to: clock,
  /** Who makes the load; together with the seconds each thinks between two requests. */
  users: figureOf("users"),
  think_time_s: figureOf("think_time_s"),
  /** Users are counted at this response time. */
  response_limit_s: figureOf("response_limit_s"),
  /** What all of the SSD costs, in any currency. */
  price: figureOf("price"),
  /** Segments that go to SSD, and that stay, whatever they save. */
  pin: texts,
  exclude: texts,
  /** Inputs of the forecast as the user knows them: name=value. */
  assume: texts,
};

/** How an answer is looked at. */
const VIEW = {
  option: oneOf(OPTIONS),
  /** The option that was carried out, for the comparison with after-reports. */
  applied: oneOf(OPTIONS),
  sort: oneOf(SORTS),
  dir: oneOf(["asc", "desc"] as const),
  q: text,
  /** A plan under review that gets a new revision of what is set. */
  revises: text,
};

const SCHEMA = v.object({ ...ASKED, ...VIEW });

export type PageState = v.InferOutput<typeof SCHEMA>;
export type AdviceParams = Pick<PageState, keyof typeof ASKED>;

/** A key that another answer hangs on. */
export const isAsked = (key: string): boolean => key in ASKED;

type Raw = Record<string, unknown>;

/** Which revision a plan's page shows; without one the current. */
export const readRevision = (raw: Raw): { revision?: number } =>
  compact(v.parse(v.object({ revision: whole }), raw));

/** A figure inside the limits of its field; undefined for anything else. */
export function readFigure(name: FigureName, value: unknown): number | undefined {
  return v.parse(figureOf(name), value);
}

/** Drops what is not set, so that two addresses of the same page are equal. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== ""),
  ) as T;
}

/** An option of the advice as the address and the API name it; anything else is "do nothing". */
export function optionName(value: string | undefined): OptionName {
  return OPTIONS.find((option) => option === value) ?? "none";
}

export const readPageState = (raw: Raw): PageState => compact(v.parse(SCHEMA, raw));

/** One of users and think time is given without the other: neither is used until both are there. */
export function usersIncomplete({ users, think_time_s }: AdviceParams): boolean {
  return (users === undefined) !== (think_time_s === undefined);
}

/** The part of the address that the advice depends on. A device and a typed capacity exclude each other. */
export function adviceParams(state: PageState): AdviceParams {
  const asked = Object.fromEntries(
    Object.keys(ASKED).map((key) => [key, state[key as keyof AdviceParams]]),
  ) as AdviceParams;
  const device = state.device ? { ssd: undefined } : { count: undefined, mirrored: undefined };
  const load = usersIncomplete(state) ? { users: undefined, think_time_s: undefined } : {};
  const hours = state.hours_from || state.hours_to ? { window: undefined } : {};
  return compact({ ...asked, ...device, ...load, ...hours });
}

/** Nobody said how much SSD there is; the answer is for an assumed size. */
export const isAssumed = ({ ssd, device }: AdviceParams) => !ssd && !device;

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
