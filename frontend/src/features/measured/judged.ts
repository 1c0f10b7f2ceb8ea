import type { Comparison } from "@/api/types";

type Tone = "held" | "missed" | "worse" | "open";

interface Look {
  tone: Tone;
  mark: string;
}

/** How the server's judgement of a forecast looks: amber where it missed, red where the change made it slower. */
const LOOKS: Record<Comparison["forecast_state"], Look> = {
  held: { tone: "held", mark: "✓" },
  "held-in-part": { tone: "missed", mark: "!" },
  better: { tone: "missed", mark: "!" },
  less: { tone: "missed", mark: "!" },
  slower: { tone: "worse", mark: "✕" },
  "not-judged": { tone: "open", mark: "–" },
};

export const judged = ({ forecast_state }: Pick<Comparison, "forecast_state">): Look =>
  LOOKS[forecast_state];
