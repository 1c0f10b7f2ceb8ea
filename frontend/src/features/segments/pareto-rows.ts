import type { Frontier } from "@/api/types";

export interface ParetoRow {
  /** Segments moved. */
  moves: number;
  bytes: number;
  /** Percent of what the last point saves. */
  part: number;
}

const PERCENT = 100;

/** The frontier by the number of segments moved: the best of each number, in rising order. */
export function paretoRows({ points }: Frontier): ParetoRow[] {
  const last = points.at(-1)?.response_ratio.expected ?? 1;
  const all = 1 - last;
  if (all <= 0) return [];
  const rows: ParetoRow[] = [];
  for (const { moves, bytes, response_ratio: ratio } of points) {
    const part = (PERCENT * (1 - ratio.expected)) / all;
    // More bytes sometimes take fewer, larger segments: the row that they overtake says nothing any more.
    while ((rows.at(-1)?.moves ?? -1) >= moves) rows.pop();
    rows.push({ moves, bytes, part });
  }
  return rows;
}
