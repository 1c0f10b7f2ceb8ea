/** Which part of the time line is in view: moved, pulled at one end, zoomed; never outside of the whole, never narrower than an interval. */
import type { Stretch } from "./time-line";

export type Part = "from" | "to" | "both";

const widthOf = ({ from, to }: Stretch) => to - from;
const between = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** The view with one end, or all of it, moved by so many ms. */
export function dragged(
  view: Stretch,
  part: Part,
  by: number,
  whole: Stretch,
  least: number,
): Stretch {
  const narrow = Math.min(least, widthOf(whole));
  if (part === "from")
    return { ...view, from: between(view.from + by, whole.from, view.to - narrow) };
  if (part === "to") return { ...view, to: between(view.to + by, view.from + narrow, whole.to) };
  const from = between(view.from + by, whole.from, whole.to - widthOf(view));
  return { from, to: from + widthOf(view) };
}

/** The view so many times as wide, about its middle. */
export function zoomed(view: Stretch, times: number, whole: Stretch, least: number): Stretch {
  const width = between(widthOf(view) * times, Math.min(least, widthOf(whole)), widthOf(whole));
  const middle = (view.from + view.to) / 2;
  const from = between(middle - width / 2, whole.from, whole.to - width);
  return { from, to: from + width };
}

/** A stated view as far as it lies in the whole; the whole where nothing of it does. */
export function within(
  stated: { from: number | null; to: number | null },
  whole: Stretch,
): Stretch {
  const from = Math.max(stated.from ?? whole.from, whole.from);
  const to = Math.min(stated.to ?? whole.to, whole.to);
  return from < to ? { from, to } : whole;
}

export const isWhole = (view: Stretch, whole: Stretch): boolean =>
  view.from <= whole.from && view.to >= whole.to;
