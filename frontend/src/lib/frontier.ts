/** What the best segments save for every amount of SSD: looked up here, so that a slider answers without a request. */

import type { Frontier, FrontierPoint } from "@/api/types";

/** Bytes of SSD that a point needs, with what is kept free. */
export const neededBytes = (frontier: Frontier, point: FrontierPoint): number =>
  point.bytes / (1 - frontier.kept_free_pct / 100);

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
