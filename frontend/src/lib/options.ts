/** The options as the API lists them (`make openapi` writes the list), in the order in which every list shows them. */
import listed from "@/api/options.json";
import type { OptionKind, OptionName, OptionSpec } from "@/api/types";

const SPECS = listed.items as readonly OptionSpec[];

const BY_NAME = Object.fromEntries(SPECS.map((spec) => [spec.name, spec])) as Record<
  OptionKind,
  OptionSpec
>;

/** As `NAME_PATTERN` of the server has it. */
const SET_NAME = /^set-[a-z0-9-]{1,28}$/;

export const KINDS: readonly OptionKind[] = SPECS.map(({ name }) => name);

/** Those that every advice has; sets have names of their own beside them. */
export const OPTIONS: readonly OptionName[] = KINDS.filter((name) => name !== "set");

/** A set of segments by the label somebody gave it. */
export const isSet = (option: OptionName): boolean => SET_NAME.test(option);

export const isOption = (name: unknown): name is OptionName =>
  typeof name === "string" && (OPTIONS.includes(name) || isSet(name));

/** All sets are of one kind; what no option is called is none. */
export function optionKind(option: OptionName): OptionKind {
  return isSet(option) ? "set" : (KINDS.find((kind) => kind === option) ?? "none");
}

export const optionSpec = (option: OptionName): OptionSpec => BY_NAME[optionKind(option)];

/** Short name, for tags and sentences; the advice document carries the long titles. */
export const optionLabel = (option: OptionName): string =>
  isSet(option) ? option.replace("-", " ") : optionSpec(option).label;

/** As the theme has them (theme.css). */
export const optionColor = (option: OptionName): string => `var(--option-${optionKind(option)})`;
export const optionDash = (option: OptionName): string =>
  `var(--option-${optionKind(option)}-dash)`;
