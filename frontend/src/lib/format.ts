/** Numbers for people: three significant digits, units spelled out, and a stated blank where a value is unknown. */

export const UNKNOWN = "—";
export const UNKNOWN_TITLE = "not in this report";

const GROUPED = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const THREE = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 3, useGrouping: true });

const LEAST_PLAIN = 1e-4;

/** Three significant digits, grouped; whole numbers above 1,000 keep all their digits, the smallest have an exponent. */
export function figure(value: number): string {
  if (value !== 0 && Math.abs(value) < LEAST_PLAIN) return value.toExponential(2);
  return Math.abs(value) >= 1000 ? GROUPED.format(value) : THREE.format(value);
}

function known(value: number | null | undefined, show: (value: number) => string): string {
  return value == null || !Number.isFinite(value) ? UNKNOWN : show(value);
}

/** Picks the largest step that keeps the figure at 1 or more; steps run from large to small. */
function scaled(value: number, steps: readonly (readonly [number, string])[]): string {
  const step = steps.find(([size]) => Math.abs(value) >= size) ?? steps[steps.length - 1];
  return step ? `${figure(value / step[0])} ${step[1]}`.trim() : figure(value);
}

const BINARY = [
  [1024 ** 4, "TiB"],
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
  [1, "B"],
] as const;
const DECIMAL = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
  [1, "B"],
] as const;

/** A size as Oracle counts: binary units. */
export function bytes(value: number | null | undefined): string {
  return known(value, (v) => scaled(v, BINARY));
}

/** A device's size as its maker counts: decimal units. */
export function capacity(value: number | null | undefined): string {
  return known(value, (v) => scaled(v, DECIMAL));
}

/** A latency given in microseconds. */
export function latency(us: number | null | undefined): string {
  return known(us, (v) =>
    scaled(v, [
      [1e6, "s"],
      [1e3, "ms"],
      [1, "µs"],
    ]),
  );
}

/** A count of events: 14.4 M, 320 k. */
export function count(value: number | null | undefined): string {
  return known(value, (v) =>
    scaled(v, [
      [1e9, "G"],
      [1e6, "M"],
      [1e4 / 10, "k"],
      [1, ""],
    ]),
  );
}

/** A share in percent (0 to 100); tiny shares say so instead of rounding to nothing. */
export function percent(value: number | null | undefined): string {
  return known(value, (v) => {
    if (v > 0 && v < 0.1) return "< 0.1 %";
    return `${Math.abs(v) >= 10 ? Math.round(v) : Number(v.toFixed(1))} %`;
  });
}

/** A share between 0 and 1 in percent. */
export function share(value: number | null | undefined): string {
  return percent(value == null ? value : value * 100);
}

/** A ratio to today (1 = as today), two decimals. */
export function ratio(value: number | null | undefined): string {
  return known(value, (v) => v.toFixed(v >= 10 ? 1 : 2));
}

/** What is said where nothing tells how long an interval was. */
export const RATES_UNKNOWN = "nothing says how long it took, so rates are not known";

/** Seconds of DB time in one hour. */
export function seconds(value: number | null | undefined): string {
  return known(value, (v) => (Math.abs(v) > 0 && Math.abs(v) < 0.1 ? "< 0.1" : figure(v)));
}

export interface Band {
  low: number;
  expected: number;
  high: number;
}

/** "0.42 (0.35–0.51)" */
export function band(range: Band | null | undefined, show: (value: number) => string = ratio) {
  return range == null
    ? UNKNOWN
    : `${show(range.expected)} (${show(range.low)}–${show(range.high)})`;
}

/** A forecast's range: with the point figure in front, unless only the range counts. */
export function forecastBand(
  option: { ranges_only: boolean },
  range: Band | null | undefined,
  show: (value: number) => string = ratio,
) {
  return range != null && option.ranges_only
    ? `${show(range.low)}–${show(range.high)}`
    : band(range, show);
}

/** The gain alone: "45–66 %", "about 3 %", "no change". */
export function gainFigure({ response_ratio: range }: { response_ratio: Band | null }): string {
  if (range == null) return UNKNOWN;
  const least = Math.round((1 - range.high) * 100);
  const most = Math.round((1 - range.low) * 100);
  if (least === most) return most === 0 ? "none" : `about ${most} %`;
  return `${least}${least < 0 ? " to " : "–"}${most} %`;
}

interface Gain {
  response_ratio: Band | null;
  not_known?: { least_pct: number; most_pct: number } | null;
}

/** What an option does to the response, in words; from end to end where only the range counts. */
export function gainWords({ response_ratio, not_known }: Gain): string {
  const range = not_known
    ? { low: 1 - not_known.most_pct / 100, high: 1 - not_known.least_pct / 100 }
    : response_ratio;
  if (range == null) return UNKNOWN;
  const least = Math.round((1 - range.high) * 100);
  const most = Math.round((1 - range.low) * 100);
  if (least === most) return `about ${responseWords(range.high)}`;
  return least > 0
    ? `${least} to ${most} % less DB time`
    : `${responseWords(range.high)} to ${responseWords(range.low)}`;
}

/** What a response ratio means in words; a change under half a percent is no change. */
export function responseWords(value: number | null | undefined): string {
  return known(value, (v) => {
    const change = Math.round((1 - v) * 100);
    if (change === 0) return "no change";
    return change > 0 ? `${change} % less DB time` : `${-change} % more DB time`;
  });
}

/** What a throughput ratio means in words. */
export function throughputWords(value: number | null | undefined): string {
  return known(value, (v) => (Math.abs(v - 1) < 0.005 ? "no change" : `${ratio(v)} × the work`));
}

const WHEN = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** The clock time as printed, held as if it were UTC; a zone in the text is dropped. */
export function asPrinted(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const time = new Date(`${iso.replace(/(Z|[+-]\d\d:\d\d)$/, "")}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** A report's own wall-clock time, printed as the database printed it (no zone is known). */
export function reportTime(iso: string | null | undefined): string {
  const time = asPrinted(iso);
  return time ? WHEN.format(time) : UNKNOWN;
}

const WHEN_HERE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A moment in UTC, in the time zone of whoever looks. */
export const localTime = (iso: string): string => WHEN_HERE.format(new Date(iso));

const WHEN_SHORT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** The same without the year, for axes and rows of one time line. */
export function shortTime(iso: string | null | undefined): string {
  const time = asPrinted(iso);
  return time ? WHEN_SHORT.format(time) : UNKNOWN;
}

const AGE = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const DAY_MS = 86_400_000;
const DAYS_A_MONTH = 30;
const DAYS_A_YEAR = 365;

/** How long ago: "3 days ago", "2 years ago"; empty where no time is known. */
export function ageText(iso: string | null | undefined, now = Date.now()): string {
  const time = asPrinted(iso);
  if (!time) return "";
  const days = Math.round((time.getTime() - now) / DAY_MS);
  if (Math.abs(days) < DAYS_A_MONTH) return AGE.format(days, "day");
  if (Math.abs(days) < DAYS_A_YEAR) return AGE.format(Math.trunc(days / DAYS_A_MONTH), "month");
  return AGE.format(Math.trunc(days / DAYS_A_YEAR), "year");
}

const MINUTES_PER_HOUR = 60;
const LONG_HOURS = 2;

/** A length of time given in hours: whole minutes below two hours. */
export function hours(value: number): string {
  return value < LONG_HOURS
    ? plural(Math.round(value * MINUTES_PER_HOUR), "minute")
    : `${figure(Math.round(value * 10) / 10)} hours`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${GROUPED.format(n)} ${n === 1 ? one : many}`;
}
