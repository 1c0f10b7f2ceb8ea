/** Two windows of the time line side by side: the mean load of each, weighed by time. */
import type { TimelinePoint } from "@/api/types";
import { type Layer, partsOf, totalOf } from "./stacks";
import type { Span, Stretch } from "./time-line";

export interface WindowMean {
  intervals: number;
  /** Average active sessions by layer. */
  parts: Record<string, number>;
  total: number;
  /** Null where an interval does not count them. */
  txnPerS: number | null;
}

/** The intervals whose middle lies in the window, as the answer takes them. */
export const inWindow = (spans: readonly Span[], { from, to }: Stretch): Span[] =>
  spans.filter((span) => {
    const middle = (span.from + span.to) / 2;
    return middle >= from && middle < to;
  });

/** Null where none of the intervals tells its load. */
export function meanOf(
  spans: readonly Pick<Span, "from" | "to" | "point">[],
  layers: readonly Layer[],
): WindowMean | null {
  const told = spans.filter(({ point }) => point.average_active_sessions != null);
  if (told.length === 0) return null;
  const whole = told.reduce((sum, { from, to }) => sum + to - from, 0);
  const mean = (value: (point: TimelinePoint) => number) =>
    told.reduce((sum, { from, to, point }) => sum + value(point) * (to - from), 0) / whole;
  const each = new Map(told.map(({ point }) => [point, partsOf(point, layers)]));
  const parts = Object.fromEntries(
    layers.map(({ key }) => [key, mean((point) => each.get(point)?.[key] ?? 0)]),
  );
  return {
    intervals: told.length,
    parts,
    total: totalOf(parts, layers),
    txnPerS: told.some(({ point }) => point.txn_per_s == null)
      ? null
      : mean((point) => point.txn_per_s ?? 0),
  };
}
