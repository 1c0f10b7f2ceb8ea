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

const atLeastLoad = ({ load_curve: curve }: OptionAdvice) => curve?.points[0]?.response_ratio;

/** Where others reach the limit and this option answers sooner than one of them, it carries more than was tried. */
function limitText(option: OptionAdvice, all: readonly OptionAdvice[]): string {
  const users = option.load_curve?.users_at_limit;
  if (users != null) return figure(users);
  const own = atLeastLoad(option);
  const sooner = all.some((other) => {
    const theirs = atLeastLoad(other);
    return (
      other.load_curve?.users_at_limit != null && own != null && theirs != null && own <= theirs
    );
  });
  return sooner ? "limit not reached at any load tried" : UNKNOWN;
}

function limitFacts(option: OptionAdvice, all: readonly OptionAdvice[], asked: AdviceParams) {
  // Nobody asked: one second means little for a workload whose transactions take a few milliseconds.
  if (asked.users === undefined && asked.response_limit_s === undefined) return [];
  const unit = loadUnit(asked);
  return [
    {
      term: `${unit.charAt(0).toUpperCase()}${unit.slice(1)} at ${figure(asked.response_limit_s ?? LIMIT_S)} s response`,
      text: limitText(option, all),
      why: "not at any load tried, or the report has no transactions",
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
export function optionFacts(
  option: OptionAdvice,
  all: readonly OptionAdvice[],
  asked: AdviceParams,
): Fact[] {
  return [...limitFacts(option, all, asked), ...costFacts(option)];
}
