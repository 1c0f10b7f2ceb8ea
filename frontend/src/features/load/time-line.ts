/** Intervals on a true time axis: where each lies, where no report is, and what the axis says. Times are those printed, in ms. */
import type { Timeline, TimelinePoint } from "@/api/types";
import { asPrinted } from "@/lib/format";

export interface Stretch {
  from: number;
  to: number;
}

export interface Span extends Stretch {
  /** Its place in the time line. */
  place: number;
  point: TimelinePoint;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** As the server has it: two reports that lie no further apart follow on each other. */
const FOLLOWS_MS = 2 * MINUTE_MS;

/** Whether what begins then leaves a gap after what ended. */
export const isGap = (end: number, begin: number): boolean => begin - end > FOLLOWS_MS;

/** In the order of time. Intervals that print no times have no place on the axis. */
export function spansOf({ points }: Pick<Timeline, "points">): Span[] {
  return points
    .flatMap((point, place) => {
      const [from, to] = [asPrinted(point.begin_time), asPrinted(point.end_time)];
      return from && to && from < to
        ? [{ from: from.getTime(), to: to.getTime(), place, point }]
        : [];
    })
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** From the first begin to the last end. */
export function wholeOf(spans: readonly Stretch[]): Stretch {
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  };
}

/** Where no report is, between the first and the last. */
export function gapsOf(spans: readonly Stretch[]): Stretch[] {
  const gaps: Stretch[] = [];
  let end = spans[0]?.to ?? 0;
  for (const { from, to } of spans) {
    if (isGap(end, from)) gaps.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  return gaps;
}

/** Stretches that follow on each other as one. */
export function runsOf(spans: readonly Stretch[]): Stretch[] {
  const runs: Stretch[] = [];
  for (const { from, to } of spans) {
    const last = runs.at(-1);
    if (last && !isGap(last.to, from)) last.to = Math.max(last.to, to);
    else runs.push({ from, to });
  }
  return runs;
}

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY_MS),
];
/** A Monday, so that steps of weeks begin on one. */
const MONDAY_MS = 4 * DAY_MS;

/** Round times of a stretch, `most` of them or fewer. */
export function timeTicks({ from, to }: Stretch, most: number): number[] {
  const step =
    STEPS_MS.find((one) => Math.floor((to - from) / one) < most) ??
    (STEPS_MS.at(-1) ?? DAY_MS) * Math.ceil((to - from) / most / (STEPS_MS.at(-1) ?? DAY_MS));
  const first = Math.ceil((from - MONDAY_MS) / step) * step + MONDAY_MS;
  const count = first > to ? 0 : Math.floor((to - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => first + index * step);
}

const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** "09:00"; the date at midnight. */
export const tickText = (at: number): string =>
  at % DAY_MS === 0 ? DATE.format(at) : CLOCK.format(at);

/** "2 Mar, 09:00" */
export const momentText = (at: number): string => `${DATE.format(at)}, ${CLOCK.format(at)}`;

/** "2 Mar, 09:00 – 11:00"; the date again where it is another. */
export function stretchText({ from, to }: Stretch): string {
  const same = DATE.format(from) === DATE.format(to);
  return `${momentText(from)} – ${same ? CLOCK.format(to) : momentText(to)}`;
}

const CLOCK_LENGTH = 16;

/** As the address states it: YYYY-MM-DDTHH:MM. */
export const clockOf = (at: number): string => new Date(at).toISOString().slice(0, CLOCK_LENGTH);

/** The moment of a stated clock; null where there is none. */
export const atClock = (clock: string | undefined): number | null =>
  asPrinted(clock)?.getTime() ?? null;
