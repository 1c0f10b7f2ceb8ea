import { plural } from "./format";
import { type Kind, kindLabel } from "./kinds";

const MANY = 2;
const ENOUGH = 0.9;

interface Source {
  kind: Kind;
  /** None where it was typed in. */
  file: string | null;
  period: string;
  has_sizes: boolean;
}

export interface SizesKnown {
  known: number;
  listed: number;
}

export const sizesKnown = (advice: {
  segments_sized: number;
  segments_ranked: number;
}): SizesKnown => ({
  known: advice.segments_sized,
  listed: advice.segments_ranked,
});

/** Whether more sizes would make a better answer; temporary segments seldom have one. */
export const sizesAreLow = ({ known, listed }: SizesKnown): boolean => known < ENOUGH * listed;

/** "sizes.csv and typed sizes"; of many only the first. */
function sourceNames(sources: readonly Source[]): string {
  const from = sources
    .filter((source) => source.has_sizes && source.period !== "ignored")
    .map((source) => source.file ?? kindLabel(source.kind));
  const names = [...new Set(from)];
  return names.length > MANY
    ? `${names[0]} and ${plural(names.length - 1, "more file")}`
    : names.join(" and ");
}

/** "Sizes of 12 of 15 listed segments are known, from shop.zip and typed sizes." */
export function sizesText({ known, listed }: SizesKnown, sources: readonly Source[]): string {
  if (listed === 0) return "";
  if (known === 0) return `No sizes of the ${plural(listed, "listed segment")} are known.`;
  const which = known === listed ? `all ${listed}` : `${known} of ${listed}`;
  const from = sourceNames(sources);
  const stated = from && `, from ${from}`;
  return `Sizes of ${which} listed segments are known${stated}.`;
}
