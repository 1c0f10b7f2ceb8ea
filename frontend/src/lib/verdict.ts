/** How a recommendation is shown: a few words, a colour and a mark. "Do not move" is as good an answer as any other. */

import type { Verdict } from "@/api/types";

export type Tone = "gain" | "calm" | "warn";

interface Look {
  label: string;
  tone: Tone;
  mark: string;
}

const LOOKS: Record<Verdict["recommendation"], Look> = {
  "move-segments": { label: "Move segments to flash", tone: "gain", mark: "✓" },
  "flash-cache": { label: "Use Smart Flash Cache", tone: "gain", mark: "✓" },
  redo: { label: "Move the redo logs", tone: "gain", mark: "✓" },
  temp: { label: "Move temp", tone: "gain", mark: "✓" },
  combination: { label: "Combine several steps", tone: "gain", mark: "✓" },
  "more-memory": { label: "More memory first", tone: "calm", mark: "→" },
  "tune-first": { label: "Tune first", tone: "calm", mark: "→" },
  "do-nothing": { label: "Leave it as it is", tone: "calm", mark: "=" },
  "not-enough-data": { label: "Not enough data", tone: "warn", mark: "?" },
};

export function verdictLook(recommendation: string): Look {
  const known: Partial<Record<string, Look>> = LOOKS;
  return known[recommendation] ?? { label: recommendation, tone: "warn", mark: "?" };
}
