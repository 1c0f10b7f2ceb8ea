import type { OptionAdvice } from "@/api/types";
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

function limitText({ load_curve: curve }: OptionAdvice): string {
  return curve?.users_at_limit != null ? figure(curve.users_at_limit) : UNKNOWN;
}

function limitFacts(option: OptionAdvice, asked: AdviceParams) {
  // Nobody asked: one second means little for a workload whose transactions take a few milliseconds.
  if (asked.users === undefined && asked.response_limit_s === undefined) return [];
  const unit = loadUnit(asked);
  return [
    {
      term: `${unit.charAt(0).toUpperCase()}${unit.slice(1)} at ${figure(asked.response_limit_s ?? LIMIT_S)} s response`,
      text: limitText(option),
      why: option.load_curve?.users_at_limit_text || "not forecast",
    },
  ];
}

/** Below it the advisor divides no price by the gain. */
const LEAST_GAIN = 1.01;

function costFacts(option: OptionAdvice): Fact[] {
  const { cost, cost_per_txn_per_s: each, throughput_ratio: gain } = option;
  if (cost == null) return [];
  return [
    { term: "Cost", text: figure(cost), why: "" },
    {
      term: "Cost of each transaction/s gained",
      text: each == null ? noCostText(gain) : figure(each),
      why: "the report has no transactions",
    },
  ];
}

function noCostText(gain: OptionAdvice["throughput_ratio"]): string {
  return gain && gain.expected <= LEAST_GAIN ? "gains hardly any with these users" : UNKNOWN;
}

/** Users at the response limit and money, where they were asked for. */
export function optionFacts(option: OptionAdvice, asked: AdviceParams): Fact[] {
  return [...limitFacts(option, asked), ...costFacts(option)];
}
