import type { ComparedEvent, Comparison, OptionAdvice, OptionDetails } from "@/api/types";
import { ratesAlike } from "@/lib/compared-load";

export interface EventRow {
  event: string;
  waitClass: string;
  /** Seconds in an hour at one load for all three; null = not known. */
  today: number | null;
  predicted: number | null;
  measured: number | null;
}

const REST = "other events";

/** Today beside predicted (and measured, where an after-report exists), one row per event, most time first. */
export function eventRows(
  details: OptionDetails,
  option: OptionAdvice,
  comparison: Comparison | undefined,
): EventRow[] {
  const rows = comparison
    ? comparison.events.map((event) => comparedRow(event, comparison))
    : forecastRows(details, option);
  const weight = (row: EventRow) => Math.max(row.today ?? 0, row.predicted ?? 0, row.measured ?? 0);
  return rows.toSorted((a, b) => weight(b) - weight(a));
}

function forecastRows(details: OptionDetails, option: OptionAdvice): EventRow[] {
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
  for (const item of details.wait_events_today)
    row(item.event, item.wait_class).today = item.time_s;
  for (const item of option.wait_events_after)
    row(item.event, item.wait_class).predicted = item.time_s;
  return [...rows.values()];
}

/** The forecast in a comparison is for the work done after the change, so the hours before are brought to it too. */
function comparedRow(event: ComparedEvent, comparison: Comparison): EventRow {
  return {
    event: event.event,
    waitClass: event.wait_class,
    today: beforeAtLoadAfter(event, comparison),
    predicted: event.predicted_s_per_hour,
    measured: event.after_s_per_hour,
  };
}

function beforeAtLoadAfter(event: ComparedEvent, comparison: Comparison): number | null {
  const { before_s_per_hour: seconds } = event;
  const { before_txn_per_s: before, after_txn_per_s: after } = comparison;
  if (seconds == null || !before || !after || ratesAlike(comparison)) return seconds;
  return (seconds * after) / before;
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
