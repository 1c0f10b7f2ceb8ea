/** How every chart draws its axes and its tooltip. */

import { getNiceTickValues } from "recharts";

export const TICK = { fill: "var(--quiet)", fontSize: 12 } as const;
export const AXIS = { tick: TICK, stroke: "var(--line)" } as const;
export const TOOLTIP = {
  contentStyle: { background: "var(--panel)", borderColor: "var(--line)", fontSize: 12 },
  itemStyle: { color: "var(--text)", paddingBlock: 0 },
  wrapperStyle: { zIndex: 5 },
} as const;

const TICKS = 6;

/** Round figures from 0 past the largest; an axis of them ends on a round figure too. */
export function niceAxis(
  most: number,
  count = TICKS,
): { ticks: number[]; domain: [number, number] } {
  const ticks = getNiceTickValues([0, most > 0 ? most : 1], count, true).map(Number);
  return { ticks, domain: [0, ticks.at(-1) ?? most] };
}
