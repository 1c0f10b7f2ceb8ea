/** Where an arrow key leads on a map: to the nearest cell that way. */

import type { Box } from "@/lib/squarify";

type Way = readonly [x: number, y: number];

const WAYS: Readonly<Record<string, Way>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
/** A cell straight ahead comes before one that is nearer and aside. */
const ASIDE = 2;

const centre = ({ x, y, width, height }: Box): Way => [x + width / 2, y + height / 2];

/** The place of the cell that the key leads to from another; null where the key is none of these or there is none that way. */
export function neighbour(boxes: readonly Box[], from: number, key: string): number | null {
  if (key === "Home") return 0;
  if (key === "End") return boxes.length - 1;
  const [way, start] = [WAYS[key], boxes[from]];
  if (!way || !start) return null;
  const [x, y] = centre(start);
  let [best, least]: [number | null, number] = [null, Infinity];
  boxes.forEach((box, index) => {
    const [toX, toY] = centre(box);
    const ahead = (toX - x) * way[0] + (toY - y) * way[1];
    const aside = Math.abs((toX - x) * way[1]) + Math.abs((toY - y) * way[0]);
    const far = ahead + ASIDE * aside;
    if (index !== from && ahead > 0.5 && far < least) [best, least] = [index, far];
  });
  return best;
}
