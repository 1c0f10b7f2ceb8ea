import type { Timeline, TimelinePoint } from "@/api/types";
import { UNKNOWN, figure, percent, plural, shortTime } from "@/lib/format";

export interface SessionsRow {
  key: string;
  /** When the interval began; its first snapshot where no time is printed. */
  label: string;
  until: string;
  used: boolean;
  point: TimelinePoint;
}

const snapshot = (snap: number | null) => (snap == null ? UNKNOWN : `snapshot ${snap}`);

function moment(time: string | null, snap: number | null): string {
  return time ? shortTime(time) : snapshot(snap);
}

/** One row for each interval. */
export function sessionsRows({ points }: Timeline): SessionsRow[] {
  return points.map((point, index) => ({
    key: `${index} ${point.begin_time} ${point.begin_snap}`,
    label: moment(point.begin_time, point.begin_snap),
    until: moment(point.end_time, point.end_snap),
    used: point.used,
    point,
  }));
}

/** The chart in one sentence. */
export function summary({ points }: Timeline): string {
  const known = points.filter((point) => point.average_active_sessions != null);
  const sessions = known.map((point) => point.average_active_sessions ?? 0);
  const busiest = known[sessions.indexOf(Math.max(...sessions))];
  if (!busiest) return "No interval tells its active sessions.";
  return (
    `Average active sessions in ${plural(points.length, "interval")}: ` +
    `${figure(Math.min(...sessions))} to ${figure(Math.max(...sessions))}, ` +
    `most at ${moment(busiest.begin_time, busiest.begin_snap)} (${percent(busiest.read_wait_pct)} in reads).`
  );
}

const MINUTE = 16;

/** The hours from one interval to another as the address states them; null where no times are printed. */
export function statedHours(
  one: TimelinePoint,
  other: TimelinePoint,
): { hours_from: string; hours_to: string } | null {
  const begins = [one.begin_time, other.begin_time];
  const ends = [one.end_time, other.end_time];
  if ([...begins, ...ends].some((time) => time == null)) return null;
  const [from] = begins.toSorted();
  const to = ends.toSorted().at(-1);
  return { hours_from: (from ?? "").slice(0, MINUTE), hours_to: (to ?? "").slice(0, MINUTE) };
}
