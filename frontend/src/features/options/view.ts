import type { OptionLine } from "@/api/types";
import { UNKNOWN, bytes } from "@/lib/format";
import { optionSpec } from "@/lib/options";

/** A gain in percent of DB time, from a response ratio. */
export const gainPct = (ratio: number): number => (1 - ratio) * 100;

export interface Ends {
  least: number;
  most: number;
  /** Null where only the ends are known. */
  expected: number | null;
}

/** What an option takes off DB time, in percent; null where nothing is known of it. */
export function gainEnds({
  response_ratio: ratio,
  not_known,
  ranges_only,
}: OptionLine): Ends | null {
  if (not_known) return { least: not_known.least_pct, most: not_known.most_pct, expected: null };
  if (!ratio) return null;
  const expected = ranges_only ? null : gainPct(ratio.expected);
  return { least: gainPct(ratio.high), most: gainPct(ratio.low), expected };
}

const STEP = 5;
const MOST = 100;

/** One scale for every option's gain: from the worst of them, or today, to all of DB time. */
export function gainScale(options: readonly OptionLine[]): { from: number; to: number } {
  const worst = Math.min(-STEP, ...options.map((option) => gainEnds(option)?.least ?? 0));
  return { from: Math.floor(worst / STEP) * STEP, to: MOST };
}

const rank = ({ feasible, state, not_known, response_ratio: ratio }: OptionLine) => {
  if (not_known) return 1 - not_known.most_pct / 1000;
  return ratio == null ? 3 : (feasible || state === "needs" ? 0 : 2) + ratio.expected / 10;
};

/** The most to gain first, also where something is missing; then what may gain, what cannot be done, and what no report tells of. */
export const byGain = (options: readonly OptionLine[]): OptionLine[] =>
  options.toSorted((a, b) => rank(a) - rank(b));

/** Files whose size no report lists; an inventory may, and the scripts look them up in the database. */
const isLookedUp = ({ option, parts }: OptionLine) =>
  option === "combination" || [option, ...parts].some((part) => optionSpec(part).beside_data);

/** Memory instead of SSD: the rival that every option on SSD has to beat. */
export const isMemory = (option: OptionLine) =>
  optionSpec(option.option).recommends === "more-memory";

/** What an answer to "how much" hangs on, and what would tell it. */
const untold = ({ not_known }: OptionLine): string[] =>
  not_known ? [not_known.text, not_known.bring] : [];

interface Reason {
  titles: readonly string[];
  text: string;
  bring: string;
}

/** Why options are not known, each reason once, with the options it is the reason of. */
export function reasonsNotKnown(options: readonly OptionLine[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const { state, title, not_known: unknown } of options) {
    if (state !== "unknown" || !unknown) continue;
    const titles = [...(found.get(unknown.text)?.titles ?? []), title];
    found.set(unknown.text, { titles, text: unknown.text, bring: unknown.bring });
  }
  return [...found.values()];
}

/** What stands in an option's way; nothing is asked for where giving it would gain nothing for sure or clear nothing. */
export function waysToClear(option: OptionLine): readonly string[] {
  const { state, blocked_by } = option;
  if (state === "no-gain" || state === "possible") return [];
  if (state === "unknown") return untold(option);
  const lasting = blocked_by.filter(({ needs }) => needs == null);
  return (lasting.length > 0 ? lasting : blocked_by).map(({ text }) => text);
}

/** Space an option takes; unknown where a size is missing. */
export function spaceText(option: OptionLine): string {
  if (isMemory(option)) return "memory, no SSD";
  if (option.used_bytes == null) return isLookedUp(option) ? "looked up by the script" : UNKNOWN;
  return option.used_bytes === 0 ? "none" : bytes(option.used_bytes);
}
