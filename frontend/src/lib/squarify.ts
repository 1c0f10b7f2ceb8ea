/** Areas side by side: rectangles as near to squares as they get (Bruls, Huizing and van Wijk, 2000). */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Of a row of areas along a side: how far its worst rectangle is from a square, 1 or more. */
function worst(areas: readonly number[], sidePx: number): number {
  const sum = areas.reduce((all, one) => all + one, 0);
  const depth = sum / sidePx;
  return Math.max(...areas.map((area) => Math.max(depth ** 2 / area, area / depth ** 2)));
}

/** A box for each value in proportion to it, in the order of the values, which is best from large to small. All are above 0. */
export function squarify(values: readonly number[], within: Box): Box[] {
  const sum = values.reduce((all, one) => all + one, 0);
  const scale = sum > 0 ? (within.width * within.height) / sum : 0;
  const boxes: Box[] = [];
  let left = within;
  let row: number[] = [];
  const set = () => {
    const area = row.reduce((all, one) => all + one, 0);
    const along = left.width < left.height;
    const depth = area / (along ? left.width : left.height) || 0;
    let at = along ? left.x : left.y;
    for (const one of row) {
      const length = one / depth || 0;
      boxes.push(
        along
          ? { x: at, y: left.y, width: length, height: depth }
          : { x: left.x, y: at, width: depth, height: length },
      );
      at += length;
    }
    left = along
      ? { ...left, y: left.y + depth, height: Math.max(0, left.height - depth) }
      : { ...left, x: left.x + depth, width: Math.max(0, left.width - depth) };
    row = [];
  };
  for (const value of values) {
    const area = value * scale;
    const side = Math.min(left.width, left.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) set();
    row.push(area);
  }
  set();
  return boxes;
}
