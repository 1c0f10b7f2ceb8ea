import type { Advice, ComparedEvent, Comparison, OptionAdvice } from "@/api/types";

export interface EventRow {
  event: string;
  waitClass: string;
  /** Seconds in an hour at today's load; null = not known. */
  today: number | null;
  predicted: number | null;
  measured: number | null;
}

const REST = "other events";
const S_PER_HOUR = 3600;
const MS_PER_S = 1000;

/** Measured seconds at today's load: the time of one transaction after the change, times today's transactions. */
function atTodaysLoad(event: ComparedEvent, txnPerS: number | null): number | null {
  return event.after_ms_per_txn == null || txnPerS == null
    ? event.after_s_per_hour
    : (event.after_ms_per_txn / MS_PER_S) * txnPerS * S_PER_HOUR;
}

/** Today beside predicted (and measured, where an after-report exists), one row per event, most time first. */
export function eventRows(
  advice: Advice,
  option: OptionAdvice,
  comparison: Comparison | undefined,
): EventRow[] {
  const rows = new Map<string, EventRow>();
  const row = (event: string, waitClass: string) => {
    const found = rows.get(event) ?? {
      event,
      waitClass,
      today: null,
      predicted: null,
      measured: null,
    };
    rows.set(event, found);
    return found;
  };
  for (const item of advice.wait_events_today) row(item.event, item.wait_class).today = item.time_s;
  for (const item of option.wait_events_after)
    row(item.event, item.wait_class).predicted = item.time_s;
  for (const item of comparison?.events ?? [])
    row(item.event, item.wait_class).measured = atTodaysLoad(
      item,
      comparison?.before_txn_per_s ?? null,
    );
  const weight = (item: EventRow) =>
    Math.max(item.today ?? 0, item.predicted ?? 0, item.measured ?? 0);
  return [...rows.values()].sort((a, b) => weight(b) - weight(a));
}

const sum = (values: (number | null)[]) =>
  values.every((value) => value == null)
    ? null
    : values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** The `most` largest rows, the others added up into one. */
export function foldRows(rows: readonly EventRow[], most: number): EventRow[] {
  if (rows.length <= most) return [...rows];
  const rest = rows.slice(most);
  return [
    ...rows.slice(0, most),
    {
      event: REST,
      waitClass: "Other",
      today: sum(rest.map((row) => row.today)),
      predicted: sum(rest.map((row) => row.predicted)),
      measured: sum(rest.map((row) => row.measured)),
    },
  ];
}
