/** What the database page shows, as its address says it. Every key is optional; unknown or bad values are dropped. */

import type { OptionName } from "@/api/types";
import { OPTIONS } from "./options";

export const MEDIA = ["hdd", "flash", "cached-array"] as const;
export const RAID = ["raid0", "raid1", "raid10", "raid5", "raid6"] as const;
export const WINDOWS = ["busiest", "p95", "average"] as const;
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

/** The flash and today's storage: what the advice is asked for. */
export interface AdviceParams {
  ssd?: string;
  device?: string;
  count?: number;
  mirrored?: boolean;
  shared?: boolean;
  flash_cache_os?: boolean;
  media?: (typeof MEDIA)[number];
  spindles?: number;
  raid?: (typeof RAID)[number];
  /** Which of several intervals the forecast starts from. */
  window?: (typeof WINDOWS)[number];
  /** Who makes the load; together with the seconds each thinks between two requests. */
  users?: number;
  think_time_s?: number;
  /** Users are counted at this response time. */
  response_limit_s?: number;
  /** What all of the flash costs, in any currency. */
  price?: number;
}

export interface PageState extends AdviceParams {
  option?: OptionName;
  sort?: Sort;
  dir?: "asc" | "desc";
  q?: string;
}

type Raw = Record<string, unknown>;

const text = (value: unknown) =>
  value == null || value === "" ? undefined : String(value).slice(0, 100);

const whole = (value: unknown) => {
  const number = Number(value);
  return value != null && value !== "" && Number.isInteger(number) && number > 0
    ? number
    : undefined;
};

/** A figure inside the limits of its field; undefined for anything else. */
export function readFigure(name: FigureName, value: unknown): number | undefined {
  const [least, most] = LIMITS[name];
  if (value == null || String(value).trim() === "") return undefined;
  const number = Number(value);
  return number >= least && number <= most ? number : undefined;
}

const flag = (value: unknown) => {
  if (value === true || value === "true") return true;
  return value === false || value === "false" ? false : undefined;
};

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((item) => item === value);
}

/** Drops what is not set, so that two addresses of the same page are equal. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== ""),
  ) as T;
}

/** An option of the advice as the address and the API name it; anything else is "do nothing". */
export function optionName(value: string | undefined): OptionName {
  return oneOf(OPTIONS, value) ?? "none";
}

export function readPageState(raw: Raw): PageState {
  return compact({
    ssd: text(raw.ssd),
    device: text(raw.device),
    count: whole(raw.count),
    mirrored: flag(raw.mirrored),
    shared: flag(raw.shared),
    flash_cache_os: flag(raw.flash_cache_os),
    media: oneOf(MEDIA, raw.media),
    spindles: whole(raw.spindles),
    raid: oneOf(RAID, raw.raid),
    window: oneOf(WINDOWS, raw.window),
    users: readFigure("users", raw.users),
    think_time_s: readFigure("think_time_s", raw.think_time_s),
    response_limit_s: readFigure("response_limit_s", raw.response_limit_s),
    price: readFigure("price", raw.price),
    option: oneOf(OPTIONS, raw.option),
    sort: oneOf(SORTS, raw.sort),
    dir: oneOf(["asc", "desc"] as const, raw.dir),
    q: text(raw.q),
  });
}

/** One of users and think time is given without the other: neither is used until both are there. */
export function usersIncomplete({ users, think_time_s }: AdviceParams): boolean {
  return (users === undefined) !== (think_time_s === undefined);
}

/** The part of the address that the advice depends on. A device and a typed capacity exclude each other. */
export function adviceParams(state: PageState): AdviceParams {
  const { ssd, device, count, mirrored, shared, flash_cache_os } = state;
  const { media, spindles, raid, window, response_limit_s, price } = state;
  const flash = device ? { device, count, mirrored } : { ssd };
  const load = usersIncomplete(state)
    ? {}
    : { users: state.users, think_time_s: state.think_time_s };
  const storage = { media, spindles, raid };
  return compact({
    ...flash,
    shared,
    flash_cache_os,
    ...storage,
    window,
    ...load,
    response_limit_s,
    price,
  });
}

export function parseSearch(search: string): Raw {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Raw): string {
  const entries = Object.entries(search).filter(([, value]) => value != null && value !== "");
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return query ? `?${query}` : "";
}
