import type { Scenario } from "@/api/scenarios";
import { OF_THE_SSD, isSsdAssumed, ssdWords, statedOf } from "@/features/review/asked";
import { ageText, localTime } from "@/lib/format";
import { labelOf } from "@/lib/question";

type Asked = Scenario["question"];

/** What a question states, the SSD first: "SSD 700GB, as stated; Stays: SHOP.BASKETS". */
export function askedWords(question: object): string {
  const asked = { question: question as Asked } as Parameters<typeof ssdWords>[0];
  const stated = statedOf(asked);
  const tiers = stated.some(([name]) => name === "tier");
  const ssd = isSsdAssumed(asked) && tiers ? [] : [`SSD ${ssdWords(asked)}`];
  const others = stated.filter(([name]) => !OF_THE_SSD.includes(name));
  return [...ssd, ...others.map(([name, value]) => `${labelOf(name)}: ${typedWords(value)}`)].join(
    "; ",
  );
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
    : [value].flat().map(oneWord).join(", ");

const oneWord = (value: unknown): string =>
  value === true
    ? "yes"
    : value === false
      ? "no"
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

export const fieldWords = (name: string): string => labelOf(name);
