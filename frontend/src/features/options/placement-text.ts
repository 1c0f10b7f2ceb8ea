import type { OptionLine } from "@/api/types";
import { bytes, plural } from "@/lib/format";

/** Which segments an option moves, in one sentence. */
export function placementText({ moves }: OptionLine): string {
  if (!moves || moves.segments === 0) return "Moves no segment.";
  const size = moves.bytes == null ? " (not all sizes are known)" : ` (${bytes(moves.bytes)})`;
  return `Moves ${plural(moves.segments, "segment")}${size} and leaves ${moves.left} where they are; the table of segments says why.`;
}
