import type { OptionLine } from "@/api/types";
import { UNKNOWN, figure } from "@/lib/format";
import type { AdviceParams } from "@/lib/page-state";
import { loadUnit } from "./load-curves";

export interface Fact {
  term: string;
  text: string;
  /** Why the text may be the unknown mark. */
  why: string;
}

/** As the API takes it where the user gave none. */
const LIMIT_S = 1;

function limitText({ load_limit: limit }: OptionLine): string {
  return limit?.users != null ? `at most ${figure(limit.users)}` : UNKNOWN;
}

function limitFacts(option: OptionLine, asked: AdviceParams) {
  // Nobody asked: one second means little for a workload whose transactions take a few milliseconds.
  if (asked.users === undefined && asked.response_limit_s === undefined) return [];
  const unit = loadUnit(asked);
  return [
    {
      term: `${unit.charAt(0).toUpperCase()}${unit.slice(1)} at ${figure(asked.response_limit_s ?? LIMIT_S)} s response`,
      text: limitText(option),
      why: option.load_limit?.users_text || "not forecast",
    },
  ];
}

/** Below it the advisor divides no price by the gain. */
const LEAST_GAIN = 1.01;

function costFacts(option: OptionLine, asked: AdviceParams): Fact[] {
  if (asked.price === undefined) return [];
  const { cost, cost_per_txn_per_s: each, throughput_ratio: gain } = option;
  return [
    { term: "Cost", text: cost == null ? UNKNOWN : figure(cost), why: "takes no SSD" },
    {
      term: "Cost of each transaction/s gained",
      text: each == null ? noCostText(cost, gain) : figure(each),
      why: cost == null ? "takes no SSD" : "the report has no transactions",
    },
  ];
}

function noCostText(cost: number | null, gain: OptionLine["throughput_ratio"]): string {
  return cost != null && gain && gain.expected <= LEAST_GAIN
    ? "gains hardly any with these users"
    : UNKNOWN;
}

/** Users at the response limit and money, where they were asked for: the same terms for every option. */
export function optionFacts(option: OptionLine, asked: AdviceParams): Fact[] {
  return [...limitFacts(option, asked), ...costFacts(option, asked)];
}
