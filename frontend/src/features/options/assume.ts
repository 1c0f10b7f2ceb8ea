/** Inputs of the forecast that the user states: "name=value" in the address. */

import type { Assumption } from "@/api/types";

const nameOf = (text: string) => text.split("=", 1)[0] ?? "";

/** The stated value of an input; undefined where it is drawn from its range. */
export function statedValue(
  assume: readonly string[] | undefined,
  name: string,
): string | undefined {
  return assume?.find((text) => nameOf(text) === name)?.slice(name.length + 1);
}

/** With another value of one input, or without it where the text is empty; undefined where none is left. */
export function withValue(
  assume: readonly string[] | undefined,
  name: string,
  value: string,
): string[] | undefined {
  const others = (assume ?? []).filter((text) => nameOf(text) !== name);
  const all = value.trim() === "" ? others : [...others, `${name}=${value.trim()}`];
  return all.length > 0 ? all : undefined;
}

/** Why a typed value cannot be taken; null where it can. */
export function refusal({ least, most }: Assumption, typed: string): string | null {
  if (typed.trim() === "") return null;
  const value = Number(typed);
  if (!Number.isFinite(value)) return "A number";
  if ((least != null && value < least) || (most != null && value > most))
    return `From ${least} to ${most}`;
  return null;
}
