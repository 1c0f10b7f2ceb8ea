import type { Advice, OptionAdvice } from "@/api/types";
import { UNKNOWN, bytes } from "@/lib/format";
import { MATERIAL, optionSpec } from "@/lib/options";

export function usableBytes(advice: Advice): number {
  return advice.devices.reduce((sum, device) => sum + device.usable_bytes, 0);
}

const LEAST_SCALE = 1.1;
const STEP = 0.1;

/** One scale for every option's range, from 0 to just past the worst of them and past today. */
export function scaleEnd(options: readonly OptionAdvice[]): number {
  const worst = Math.max(LEAST_SCALE, ...options.map((option) => option.response_ratio?.high ?? 0));
  return Math.ceil(worst / STEP - 1e-9) * STEP;
}

/** Files whose size no report lists; an inventory may, and the scripts look them up in the database. */
const isLookedUp = ({ option }: OptionAdvice) =>
  optionSpec(option).beside_data || option === "combination";

/** Memory instead of flash: the rival that every option on flash has to beat. */
export const isMemory = (option: OptionAdvice) =>
  optionSpec(option.option).recommends === "more-memory";

/** No second part is worth its trouble; the sentence that says so stands in `blocked_by`. */
export const isNothingToCombine = (option: OptionAdvice) =>
  option.option === "combination" && option.response_ratio == null;

/** Space an option takes, of what there is; unknown where a size is missing. */
export function spaceText(option: OptionAdvice, usable: number): string {
  if (isMemory(option)) return "no flash; memory of the server";
  if (option.used_bytes == null)
    return isLookedUp(option) ? "size not known; the script looks it up" : UNKNOWN;
  if (option.used_bytes === 0) return "none";
  return `${bytes(option.used_bytes)} of ${bytes(usable)}`;
}

export interface OptionState {
  word: string;
  mark: string;
  kind: "best" | "good" | "plain" | "blocked";
}

/** The one word a card leads with. `proved` is false where the verdict names the option without advising the move. */
export function optionState(
  option: OptionAdvice,
  recommended: boolean,
  proved = true,
): OptionState {
  if (isNothingToCombine(option)) return { word: "nothing to combine", mark: "–", kind: "plain" };
  if (!option.feasible) return { word: "blocked", mark: "✕", kind: "blocked" };
  if (recommended && !proved && option.option !== "none")
    return { word: "may gain, not proved", mark: "~", kind: "plain" };
  if (recommended) return { word: "recommended", mark: "★", kind: "best" };
  if (option.option === "none") return { word: "as today", mark: "=", kind: "plain" };
  // The advisor never calls it worth it: it cannot know whether the server has the memory.
  if (isMemory(option) && (option.response_ratio?.high ?? 1) < 1 - MATERIAL)
    return { word: "gains without flash, if there is memory", mark: "→", kind: "plain" };
  if (option.worth_it && option.used_bytes == null)
    return { word: "worth it if it fits", mark: "✓", kind: "good" };
  return option.worth_it
    ? { word: "worth it", mark: "✓", kind: "good" }
    : { word: "gain not clear", mark: "~", kind: "plain" };
}
