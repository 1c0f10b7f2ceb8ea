import type { Comparison } from "@/api/types";

interface Judged {
  tone: "held" | "missed" | "worse" | "open";
  mark: string;
  words: string;
}

const HELD: Judged = { tone: "held", mark: "✓", words: "The forecast held." };
const BETTER: Judged = {
  tone: "missed",
  mark: "!",
  words: "The forecast missed: it came better.",
};
const SHORT: Judged = {
  tone: "missed",
  mark: "!",
  words: "The forecast missed: less was gained.",
};
const WORSE: Judged = {
  tone: "worse",
  mark: "✕",
  words: "The forecast missed: it is slower than before.",
};
const OPEN: Judged = { tone: "open", mark: "–", words: "No forecast is judged by this." };

/** Whether a forecast held: amber where it missed, red where the change made it slower. */
export function judged(comparison: Comparison): Judged {
  const { within_forecast: within, response_ratio: measured } = comparison;
  const predicted = comparison.predicted_response_ratio;
  if (!comparison.comparable || within == null || measured == null || !predicted) return OPEN;
  if (within) return HELD;
  if (measured < predicted.low) return BETTER;
  return measured > 1 ? WORSE : SHORT;
}
