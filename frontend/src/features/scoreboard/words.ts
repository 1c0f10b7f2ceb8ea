import type { ScoreRow, ScoreTotals } from "@/api/types";
import { plural, share } from "@/lib/format";

const DAY_CHARACTERS = 10;

export const sealedOn = (at: string): string => at.slice(0, DAY_CHARACTERS);

export const insideWords = (inside: boolean): string => (inside ? "✓ inside" : "✕ outside");

/** What became of a sealed forecast, in a few words. */
export function standingWords({ standing, inside }: Pick<ScoreRow, "standing" | "inside">): string {
  if (standing === "waiting") return "nothing measured yet";
  if (standing === "not-comparable" || inside === null) return "not comparable";
  return inside ? "measured inside its range" : "measured outside its range";
}

/** "29 forecasts: median error 11 %, 83 % inside their range". */
export function totalsWords({ number, median_error: error, inside }: ScoreTotals): string {
  if (error === null || inside === null) return "none scored yet";
  return `${plural(number, "forecast")}: median error ${share(error)}, ${share(inside)} inside their range`;
}
