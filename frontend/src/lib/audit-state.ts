/** Which entries of the audit trail the page shows, as its address says it. */

import * as v from "valibot";
import { compact } from "./page-state";

const TEXT_MOST = 200;
const ACTION_MOST = 40;

const dropped = <S extends v.GenericSchema>(schema: S) =>
  v.optional(v.fallback(v.union([schema, v.undefined()]), undefined));
const text = dropped(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => String(value).trim().slice(0, TEXT_MOST)),
    v.nonEmpty(),
  ),
);
const day = dropped(v.pipe(v.string(), v.isoDate(), v.check(isDay)));

const SCHEMA = v.object({
  /** A name or an identifier. */
  who: text,
  /** `plan.approved`, or `plan` for all that is done to plans. */
  what: dropped(v.pipe(v.string(), v.maxLength(ACTION_MOST), v.regex(/^[a-z]+(\.[a-z-]+)?$/))),
  database: text,
  /** Days of UTC; both count whole. */
  from: day,
  to: day,
  /** The entry to begin with, and what was before it. */
  entry: dropped(v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1))),
});

export type AuditState = v.InferOutput<typeof SCHEMA>;

export const readAuditState = (raw: Record<string, unknown>): AuditState =>
  compact(v.parse(SCHEMA, raw));

const DAY_MS = 86_400_000;
const DAY = "2026-03-01".length;

/** 30 February looks like a day and is none; nor does the year 9999 have a next day that the server knows. */
function isDay(typed: string): boolean {
  const time = Date.parse(`${typed}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(typed) && typed < "9999";
}

export const dayAfter = (from: string): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + DAY_MS).toISOString().slice(0, DAY);
