/** Before, forecast and measured as stacks of one unit: what the picture at the top of an answer draws. */
import type {
  Advice,
  ComparedClass,
  Comparison,
  EventAfter,
  OptionAdvice,
  OptionDetails,
} from "@/api/types";
import { waitClassColor, waitClassLabel } from "@/lib/wait-classes";

type Range = ComparedClass["predicted_ms_per_txn"];
export type Judgement = NonNullable<ComparedClass["judgement"]>;

export interface PictureClass {
  key: string;
  name: string;
  color: string;
  before: number | null;
  forecast: Range;
  after: number | null;
  judgement: Judgement | null;
}

export interface PictureStack {
  name: string;
  values: Record<string, number>;
  total: number | null;
  /** Null where it was measured. */
  range: { low: number; high: number } | null;
}

export interface Picture {
  unit: string;
  stacks: readonly PictureStack[];
  /** From the axis on; what is small in every stack is one. */
  classes: readonly PictureClass[];
  total: PictureClass | null;
}

const TOTAL = "total";
const REST = "rest";
/** Of the longest stack, in one of them: less gets no part of its own. */
const WORTH_A_PART = 0.02;

const classOf = (row: ComparedClass): PictureClass => ({
  key: row.wait_class,
  name: row.wait_class === TOTAL ? "All DB time" : waitClassLabel(row.wait_class),
  color: waitClassColor(row.wait_class),
  before: row.before_ms_per_txn,
  forecast: row.predicted_ms_per_txn,
  after: row.after_ms_per_txn,
  judgement: row.judgement ?? null,
});

const most = ({ before, forecast, after }: PictureClass) =>
  Math.max(before ?? 0, forecast?.expected ?? 0, after ?? 0);

const sum = (values: (number | null | undefined)[]) =>
  values.every((value) => value == null)
    ? null
    : values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** The small classes as one, which is not judged: some of them may be inside their ranges and some outside. */
function folded(classes: readonly PictureClass[]): PictureClass[] {
  const whole = Math.max(
    ...(["before", "after"] as const).map((side) => sum(classes.map((one) => one[side])) ?? 0),
  );
  const small = classes.filter((one) => most(one) < WORTH_A_PART * whole);
  if (small.length < 2) return [...classes];
  const ends = ["low", "expected", "high"] as const;
  const [low, expected, high] = ends.map((end) => sum(small.map((one) => one.forecast?.[end])));
  return [
    ...classes.filter((one) => !small.includes(one)),
    {
      key: REST,
      name: "Other classes",
      color: "var(--quiet)",
      before: sum(small.map((one) => one.before)),
      forecast: low == null || expected == null || high == null ? null : { low, expected, high },
      after: sum(small.map((one) => one.after)),
      judgement: null,
    },
  ];
}

const valuesOf = (classes: readonly PictureClass[], value: (one: PictureClass) => number | null) =>
  Object.fromEntries(
    classes.flatMap((one) => {
      const own = value(one);
      return own === null ? [] : [[one.key, own]];
    }),
  );

function pictureOf(
  unit: string,
  names: { before: string; after: string | null },
  rows: readonly PictureClass[],
  total: PictureClass | null,
): Picture {
  const classes = folded(rows);
  const forecast = classes.some((one) => one.forecast !== null);
  return {
    unit,
    classes,
    total,
    stacks: [
      {
        name: names.before,
        values: valuesOf(classes, (one) => one.before),
        total: total?.before ?? null,
        range: null,
      },
      ...(forecast
        ? [
            {
              name: "Forecast",
              values: valuesOf(classes, (one) => one.forecast?.expected ?? null),
              total: total?.forecast?.expected ?? null,
              range: total?.forecast ?? null,
            },
          ]
        : []),
      ...(names.after
        ? [
            {
              name: names.after,
              values: valuesOf(classes, (one) => one.after),
              total: total?.after ?? null,
              range: null,
            },
          ]
        : []),
    ],
  };
}

/** What was measured, in a transaction; null where the periods cannot be compared by it. */
export function measuredPicture({ comparable, classes }: Comparison): Picture | null {
  const rows = classes.filter(({ wait_class }) => wait_class !== TOTAL).map(classOf);
  const total = classes.find(({ wait_class }) => wait_class === TOTAL);
  if (!comparable || rows.length === 0) return null;
  return pictureOf(
    "ms per transaction",
    { before: "Before", after: "Measured" },
    rows,
    total ? classOf(total) : null,
  );
}

function byClass(
  events: readonly EventAfter[],
): Map<string, { low: number; expected: number; high: number }> {
  const found = new Map<string, { low: number; expected: number; high: number }>();
  for (const { wait_class: name, time_s, time_s_low, time_s_high } of events) {
    const old = found.get(name) ?? { low: 0, expected: 0, high: 0 };
    found.set(name, {
      low: old.low + (time_s_low ?? time_s),
      expected: old.expected + time_s,
      high: old.high + (time_s_high ?? time_s),
    });
  }
  return found;
}

/** What is foreseen, in an hour with the work of today; null where the option has no forecast by event. */
export function foreseenPicture(
  { db_time }: Pick<Advice, "db_time">,
  details: Pick<OptionDetails, "wait_events_today">,
  option: Pick<OptionAdvice, "wait_events_after" | "response_ratio">,
): Picture | null {
  const { db_time_s_per_hour: all } = db_time;
  const { response_ratio: ratio, wait_events_after: events } = option;
  if (all == null || ratio == null || events.length === 0) return null;
  const [today, after] = [byClass(details.wait_events_today), byClass(events)];
  const rows = [...new Set([...today.keys(), ...after.keys()])].map((name) => ({
    key: name,
    name: waitClassLabel(name),
    color: waitClassColor(name),
    before: today.get(name)?.expected ?? 0,
    forecast: after.get(name) ?? { low: 0, expected: 0, high: 0 },
    after: null,
    judgement: null,
  }));
  const total = {
    key: TOTAL,
    name: "All DB time",
    color: "var(--text)",
    before: all,
    forecast: { low: ratio.low * all, expected: ratio.expected * all, high: ratio.high * all },
    after: null,
    judgement: null,
  };
  return pictureOf(
    "s in an hour",
    { before: "Today", after: null },
    rows.toSorted((a, b) => b.before - a.before),
    total,
  );
}

/** "−53 %", "+4 %", "as before"; null where one side is not known. */
export function changeText(before: number | null, after: number | null): string | null {
  if (before === null || after === null) return null;
  if (before === 0) return after === 0 ? "as before" : "new";
  const pct = Math.round((100 * (after - before)) / before);
  return pct === 0 ? "as before" : `${pct > 0 ? "+" : "−"}${Math.abs(pct)} %`;
}

export interface KeyNumber {
  name: string;
  before: number | null;
  after: number | null;
  /** As it is shown: ms, or a plain figure. */
  unit: "ms" | "";
  forecast: Range;
}

/** Which of them is the read: the first that both periods print, else the first. */
const READS = ["db file sequential read", "db file scattered read", "direct path read"];
const US_PER_MS = 1000;

const ms = (us: number | null) => (us === null ? null : us / US_PER_MS);

/** Time per transaction, read latency, reads per transaction: as far as the comparison has them. */
export function keyNumbers({ classes, figures }: Comparison): KeyNumber[] {
  const total = classes.find(({ wait_class }) => wait_class === TOTAL);
  const waits = READS.flatMap((name) => figures.filter((one) => one.name === name));
  const read = waits.find(({ before, after }) => before !== null && after !== null) ?? waits[0];
  const reads = figures.find(({ name }) => name === "physical reads");
  return [
    ...(total
      ? [
          {
            name: "DB time per transaction",
            before: total.before_ms_per_txn,
            after: total.after_ms_per_txn,
            unit: "ms" as const,
            forecast: total.predicted_ms_per_txn,
          },
        ]
      : []),
    ...(read
      ? [
          {
            name: read.name,
            before: ms(read.before),
            after: ms(read.after),
            unit: "ms" as const,
            forecast: null,
          },
        ]
      : []),
    ...(reads
      ? [
          {
            name: "Blocks read per transaction",
            before: reads.before,
            after: reads.after,
            unit: "" as const,
            forecast: null,
          },
        ]
      : []),
  ];
}
