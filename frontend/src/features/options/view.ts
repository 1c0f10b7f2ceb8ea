import type { Advice, OptionLine } from "@/api/types";
import { UNKNOWN, bytes } from "@/lib/format";
import { optionSpec } from "@/lib/options";

export function usableBytes(advice: Advice): number {
  return advice.devices.reduce((sum, device) => sum + device.usable_bytes, 0);
}

const LEAST_SCALE = 1.1;
const STEP = 0.1;

/** One scale for every option's range, from 0 to just past the worst of them and past today. */
export function scaleEnd(options: readonly OptionLine[]): number {
  const worst = Math.max(LEAST_SCALE, ...options.map((option) => option.response_ratio?.high ?? 0));
  return Math.ceil(worst / STEP - 1e-9) * STEP;
}

/** Files whose size no report lists; an inventory may, and the scripts look them up in the database. */
const isLookedUp = ({ option }: OptionLine) =>
  optionSpec(option).beside_data || option === "combination";

/** Memory instead of flash: the rival that every option on flash has to beat. */
export const isMemory = (option: OptionLine) =>
  optionSpec(option.option).recommends === "more-memory";

/** No second part is worth its trouble; the sentence that says so stands in `blocked_by`. */
export const isNothingToCombine = (option: OptionLine) =>
  option.option === "combination" && option.response_ratio == null;

/** What stands in an option's way; not asked for where clearing it would gain nothing. */
export function waysToClear({ state, blocked_by }: OptionLine): readonly string[] {
  return state === "no-gain" ? [] : blocked_by.map(({ text }) => text);
}

/** Space an option takes, of what there is; unknown where a size is missing. */
export function spaceText(option: OptionLine, usable: number): string {
  if (isMemory(option)) return "no flash; memory of the server";
  if (option.used_bytes == null)
    return isLookedUp(option) ? "size not known; the script looks it up" : UNKNOWN;
  if (option.used_bytes === 0) return "none";
  return `${bytes(option.used_bytes)} of ${bytes(usable)}`;
}
