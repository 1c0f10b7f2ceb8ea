import type { Scenario } from "@/api/scenarios";
import { isSsdAssumed, ssdWords, statedWords } from "@/features/review/asked";
import { ageText, localTime } from "@/lib/format";
import { labelOf } from "@/lib/question";

type Asked = Scenario["question"];

/** What a question states, the SSD first: "700GB, as stated; pin: SHOP.BASKETS". */
export function askedWords(question: object): string {
  const asked = { question: question as Asked } as Parameters<typeof ssdWords>[0];
  const tiers = Object.hasOwn(question, "tier");
  const ssd = isSsdAssumed(asked) && tiers ? [] : [`SSD ${ssdWords(asked)}`];
  return [...ssd, ...statedWords(asked)].join("; ");
}

const CHANGED: Record<Scenario["changed"][number], string> = {
  inputs: "other reports count now",
  engine: "Segtier has another version now",
};

/** Whether it was answered, and what is another since then. */
export function standingWords({ used_at, changed }: Pick<Scenario, "used_at" | "changed">): string {
  if (used_at === null) return "not answered yet";
  const since = changed.map((one) => CHANGED[one]);
  return [`first answered on ${localTime(used_at)}`, ...since].join("; ");
}

export const keptWords = ({ created_at }: Pick<Scenario, "created_at">): string =>
  `kept ${ageText(created_at)}`;

export const typedWords = (value: unknown): string =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? "not stated"
    : [value].flat().map(String).join(", ");

export const fieldWords = (name: string): string => labelOf(name);
