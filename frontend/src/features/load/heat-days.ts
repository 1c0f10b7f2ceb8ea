import type { Timeline } from "@/api/types";

export interface Day {
  /** YYYY-MM-DD, on the database's clock. */
  date: string;
  label: string;
  /** Average active sessions by the hour an interval began in; the mean where several did. */
  hours: ReadonlyMap<number, number>;
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const DATE_LENGTH = 10;
const HOUR_AT = 11;

/** Each day of the time line with what its hours carried; hours without a report are not there. */
export function heatDays({ points }: Timeline): Day[] {
  const days = new Map<string, Map<number, number[]>>();
  for (const { begin_time: time, average_active_sessions: sessions } of points) {
    if (time == null || sessions == null) continue;
    const date = time.slice(0, DATE_LENGTH);
    const hour = Number(time.slice(HOUR_AT, HOUR_AT + 2));
    const hours = days.get(date) ?? new Map<number, number[]>();
    hours.set(hour, [...(hours.get(hour) ?? []), sessions]);
    days.set(date, hours);
  }
  return [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([date, hours]) => ({
      date,
      label: DAY.format(new Date(`${date}T00:00:00Z`)),
      hours: new Map([...hours].map(([hour, all]) => [hour, mean(all)])),
    }));
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The most loaded hour, never 0, so that it can be divided by. */
export const strongest = (days: readonly Day[]): number =>
  Math.max(...days.flatMap(({ hours }) => [...hours.values()]), Number.EPSILON);
