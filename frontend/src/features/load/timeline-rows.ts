import type { Timeline, TimelinePoint } from "@/api/types";
import { UNKNOWN, figure, percent, plural, shortTime } from "@/lib/format";

export interface TimelineRow {
  key: string;
  /** When the interval began; its first snapshot where no time is printed. */
  label: string;
  until: string;
  /** Average active sessions that wait for reads, and the others; null where the interval cannot be judged. */
  reading: number | null;
  rest: number | null;
  used: boolean;
  point: TimelinePoint;
}

const snapshot = (snap: number | null) => (snap == null ? UNKNOWN : `snapshot ${snap}`);

function moment(time: string | null, snap: number | null): string {
  return time ? shortTime(time) : snapshot(snap);
}

/** One row for each interval. Where the read share is not known, all sessions count as the rest. */
export function timelineRows({ points }: Timeline): TimelineRow[] {
  return points.map((point, index) => {
    const { average_active_sessions: sessions, read_wait_pct: readPct } = point;
    const reading = sessions == null ? null : (sessions * (readPct ?? 0)) / 100;
    return {
      key: `${index} ${point.begin_time} ${point.begin_snap}`,
      label: moment(point.begin_time, point.begin_snap),
      until: moment(point.end_time, point.end_snap),
      reading,
      rest: sessions == null || reading == null ? null : sessions - reading,
      used: point.used,
      point,
    };
  });
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
