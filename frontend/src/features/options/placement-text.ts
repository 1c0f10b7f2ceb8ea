import type { Advice, OptionName } from "@/api/types";
import { bytes, plural } from "@/lib/format";

/** Which segments an option moves, in one sentence. */
export function placementText(advice: Advice, option: OptionName): string {
  const placed = advice.placement.filter((segment) => segment.option === option);
  const moved = placed.filter((segment) => segment.included);
  if (moved.length === 0) return "Moves no segment.";
  const sizes = moved.map((segment) => segment.size_bytes);
  const size = sizes.every((value) => value != null)
    ? ` (${bytes(sizes.reduce((sum, value) => sum + value, 0))})`
    : " (not all sizes are known)";
  return `Moves ${plural(moved.length, "segment")}${size} and leaves ${placed.length - moved.length} where they are; the table of segments says why.`;
}
