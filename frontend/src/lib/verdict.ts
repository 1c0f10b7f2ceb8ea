/** How an answer is coloured and marked; its words come with it. "Leave it" is as good an answer as any other. */

import type { OptionLine, Verdict } from "@/api/types";

export type Tone = "gain" | "calm" | "warn";

interface Look {
  tone: Tone;
  mark: string;
}

export const VERDICT_LOOKS: Record<Verdict["state"], Look> = {
  move: { tone: "gain", mark: "✓" },
  needs: { tone: "gain", mark: "+" },
  "memory-first": { tone: "calm", mark: "→" },
  "tune-first": { tone: "calm", mark: "→" },
  leave: { tone: "calm", mark: "=" },
  "not-enough-data": { tone: "warn", mark: "?" },
};

interface OptionLook {
  kind: "best" | "good" | "plain" | "blocked";
  mark: string;
}

export const OPTION_LOOKS: Record<OptionLine["state"], OptionLook> = {
  advised: { kind: "best", mark: "★" },
  possible: { kind: "plain", mark: "~" },
  needs: { kind: "good", mark: "+" },
  unknown: { kind: "plain", mark: "?" },
  "no-gain": { kind: "plain", mark: "–" },
  blocked: { kind: "blocked", mark: "✕" },
};

/** In the place of a gain where none is promised. */
export const noGain = ({ state }: Pick<Verdict, "state">): string =>
  state === "not-enough-data" ? "not known" : "none now";
