/** What the best segments save for every amount of SSD: looked up here, so that a slider answers without a request. */

import type { Frontier, FrontierPoint } from "@/api/types";
import { type Unit, inUnit } from "@/lib/capacity";
import { bytes, figure } from "@/lib/format";

/** Bytes of SSD that a point needs, with what is kept free. */
export const neededBytes = (frontier: Frontier, point: Pick<FrontierPoint, "bytes">): number =>
  point.bytes / (1 - frontier.kept_free_pct / 100);

/** What a point takes, said alike on every page: its segments as Oracle counts, and the SSD for them, also as whoever asks counts. */
export function takesText(frontier: Frontier, of: { bytes: number }, unit: Unit): string {
  const needed = neededBytes(frontier, of);
  const also = inUnit(needed, unit);
  const asAsked = unit.endsWith("iB") ? "" : ` (${figure(also.amount)} ${unit})`;
  return `${bytes(of.bytes)} of segments on ${bytes(needed)} of SSD${asAsked}`;
}

/** The best point that fits, by halving; null where not even the first does. */
export function pointAt(frontier: Frontier, ssdBytes: number): FrontierPoint | null {
  const room = ssdBytes * (1 - frontier.kept_free_pct / 100);
  let low = 0;
  let high = frontier.points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frontier.points[middle]?.bytes ?? Infinity) <= room) low = middle + 1;
    else high = middle;
  }
  return frontier.points[low - 1] ?? null;
}

export const kneePoint = (frontier: Frontier): FrontierPoint | null =>
  frontier.knee == null ? null : (frontier.points[frontier.knee] ?? null);

export const lastPoint = (frontier: Frontier): FrontierPoint | null =>
  frontier.points.at(-1) ?? null;
