/** How every chart draws its axes and its tooltip. */

export const TICK = { fill: "var(--quiet)", fontSize: 12 } as const;
export const AXIS = { tick: TICK, stroke: "var(--line)" } as const;
export const TOOLTIP = {
  contentStyle: { background: "var(--panel)", borderColor: "var(--line)", fontSize: 12 },
  itemStyle: { color: "var(--text)", paddingBlock: 0 },
  wrapperStyle: { zIndex: 5 },
} as const;

const STEPS = [1, 2, 2.5, 5, 10];
const TICKS = 6;

/** Round figures from 0 past the largest; an axis of them ends on a round figure too. */
export function niceAxis(
  most: number,
  count = TICKS,
): { ticks: number[]; domain: [number, number] } {
  const end = most > 0 && Number.isFinite(most) ? most : 1;
  const size = 10 ** Math.floor(Math.log10(end / count));
  const step = size * (STEPS.find((one) => end / (one * size) <= count) ?? 10);
  const parts = Math.ceil(end / step - 1e-9);
  const ticks = Array.from({ length: parts + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  );
  return { ticks, domain: [0, ticks.at(-1) ?? end] };
}
