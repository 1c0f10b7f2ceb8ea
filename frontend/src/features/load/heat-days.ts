import type { Timeline, TimelinePoint } from "@/api/types";
import { spansOf } from "./time-line";

export interface Day {
  /** YYYY-MM-DD, on the database's clock. */
  date: string;
  label: string;
  /** Average active sessions by hour. */
  hours: ReadonlyMap<number, number>;
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const HOUR_MS = 3_600_000;
const DATE_LENGTH = 10;
const HOURS = 24;

/**
 * Each day of the time line with what its hours carried, an interval in each hour that it touches, weighed by how long; hours
 * without a report, or whose `load` nobody knows, are not there.
 */
export function heatDays(
  timeline: Pick<Timeline, "points">,
  load: (point: TimelinePoint) => number | null = (point) => point.average_active_sessions,
): Day[] {
  const days = new Map<string, Map<number, Sum>>();
  for (const { from, to, point } of spansOf(timeline)) {
    const sessions = load(point);
    if (sessions == null) continue;
    for (let begin = from; begin < to;) {
      const end = Math.min(to, (Math.floor(begin / HOUR_MS) + 1) * HOUR_MS);
      const date = new Date(begin).toISOString().slice(0, DATE_LENGTH);
      const hours = days.get(date) ?? new Map<number, Sum>();
      const hour = Math.floor(begin / HOUR_MS) % HOURS;
      const { of, ms } = hours.get(hour) ?? { of: 0, ms: 0 };
      hours.set(hour, { of: of + sessions * (end - begin), ms: ms + end - begin });
      days.set(date, hours);
      begin = end;
    }
  }
  return [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([date, hours]) => ({
      date,
      label: DAY.format(new Date(`${date}T00:00:00Z`)),
      hours: new Map(
        [...hours]
          .filter(([, { ms }]) => ms >= LEAST_MS)
          .map(([hour, { of, ms }]) => [hour, of / ms]),
      ),
    }))
    .filter(({ hours }) => hours.size > 0);
}

interface Sum {
  /** Sessions times how long. */
  of: number;
  ms: number;
}

/** Snapshots are taken some seconds past the hour: what is no longer than that tells nothing of the hour. */
const LEAST_MS = 5 * 60_000;

/** The most loaded hour, never 0, so that it can be divided by. */
export const strongest = (days: readonly Day[]): number =>
  Math.max(...days.flatMap(({ hours }) => [...hours.values()]), Number.EPSILON);
