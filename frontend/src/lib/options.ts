/** The options as the API lists them (`make openapi` writes the list), in the order in which every list shows them. */
import listed from "@/api/options.json";
import type { OptionName, OptionSpec } from "@/api/types";

const SPECS = listed.items as readonly OptionSpec[];

const BY_NAME = Object.fromEntries(SPECS.map((spec) => [spec.name, spec])) as Record<
  OptionName,
  OptionSpec
>;

export const OPTIONS: readonly OptionName[] = SPECS.map(({ name }) => name);

export const optionSpec = (option: OptionName): OptionSpec => BY_NAME[option];

/** Short name, for tags and sentences; the advice document carries the long titles. */
export const optionLabel = (option: OptionName): string => BY_NAME[option].label;
