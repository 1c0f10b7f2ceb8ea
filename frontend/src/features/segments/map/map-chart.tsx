import { memo, useMemo, useRef, useState } from "react";
import { useElementSize } from "@mantine/hooks";
import { bytes } from "@/lib/format";
import type { Box } from "@/lib/squarify";
import type { SegmentMap } from "@/api/types";
import { type Cell, cellText, cellsOf, stepOf } from "./cells";
import { neighbour } from "./neighbour";
import "./map.css";

interface Props {
  map: SegmentMap;
  heightPx: number;
  /** The cell that is pointed at or has the focus. */
  onLook: (cell: Cell | null) => void;
  onChoose: (cell: Cell) => void;
}

/** Until the page has said how wide it is. */
const WIDTH_PX = 960;
const LETTER_PX = 7.8;
const PAD_PX = 7;
const LINE_PX = 16;
const GAP_PX = 1;
const FRAME_PX = 3;
const SMALL_PX = 14;

/** The name where it fits whole, and the size below it where that fits too. */
export function labelLines({ label, place, sizeBytes, box }: Cell): readonly string[] {
  const fits = (text: string) => text.length * LETTER_PX + 2 * PAD_PX <= box.width;
  const name = place === "in" ? `✓ ${label}` : label;
  if (!fits(name) || box.height < LINE_PX + PAD_PX) return [];
  const size = bytes(sizeBytes);
  return box.height >= 2 * LINE_PX + PAD_PX && fits(size) ? [name, size] : [name];
}

function fillOf({ place, density }: Cell): string {
  const step = stepOf(density);
  if (step === null) return "var(--save-0)";
  return `var(--save-${place === "fast" ? 0 : step})`;
}

const textOf = ({ place, density }: Cell) =>
  `var(--save-text-${place === "fast" ? 0 : (stepOf(density) ?? 0)})`;

function patternOf({ place, density }: Cell): "hatch" | "dots" | null {
  if (place === "unknown" || density === null) return "hatch";
  return place === "fast" ? "dots" : null;
}

/** The box less so much on each side. */
const within = ({ x, y, width, height }: Box, px: number): Box => ({
  x: x + px,
  y: y + px,
  width: Math.max(0.5, width - 2 * px),
  height: Math.max(0.5, height - 2 * px),
});

/** What is in has a frame inside its area, in the colour of its text: it is seen on every colour in both themes. */
const frameOf = ({ width, height }: Box) =>
  Math.min(width, height) < SMALL_PX ? GAP_PX : FRAME_PX;

interface DrawnProps {
  cell: Cell;
  index: number;
  reached: boolean;
}

const Drawn = memo(function Drawn({ cell, index, reached }: DrawnProps) {
  const { box, place } = cell;
  const [rect, frame] = [within(box, GAP_PX / 2), within(box, frameOf(box))];
  const pattern = patternOf(cell);
  const [fill, text] = [fillOf(cell), textOf(cell)];
  return (
    <>
      <g
        role="button"
        tabIndex={reached ? 0 : -1}
        aria-label={cellText(cell)}
        data-cell={index}
        className={`map-cell map-${place}`}
      >
        <rect {...rect} fill={fill} stroke="var(--hatch)" strokeWidth={GAP_PX / 2} />
        {pattern && <rect {...rect} fill={`url(#map-${pattern})`} className="map-pattern" />}
        {place === "in" && (
          <rect {...frame} fill="none" stroke={text} strokeWidth={2} className="map-pattern" />
        )}
      </g>
      {labelLines(cell).map((line, at) => (
        <text
          aria-hidden
          className="map-pattern"
          key={line}
          x={box.x + PAD_PX}
          y={box.y + PAD_PX + LINE_PX * (at + 0.7)}
          fill={text}
          stroke={fill}
          strokeWidth={3}
          paintOrder="stroke"
          fontSize={at ? 11 : 12}
          fontWeight={at ? 400 : 600}
        >
          {line}
        </text>
      ))}
    </>
  );
});

function Patterns() {
  return (
    <defs>
      <pattern
        id="map-hatch"
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line x1="0" y1="0" x2="0" y2="7" stroke="var(--hatch)" strokeWidth="2" opacity="0.55" />
      </pattern>
      <pattern id="map-dots" width="9" height="9" patternUnits="userSpaceOnUse">
        <circle cx="2" cy="2" r="1.5" fill="var(--hatch)" />
      </pattern>
    </defs>
  );
}

/** The cell's place among all. */
function cellAt(target: EventTarget): number | null {
  const found = (target as Element).closest("[data-cell]")?.getAttribute("data-cell");
  return found == null ? null : Number(found);
}

/** A map of segments: one stop of the Tab key, arrow keys go from cell to cell, Enter or a click chooses one. */
export default function MapChart({ map, heightPx, onLook, onChoose }: Props) {
  const { ref, width } = useElementSize();
  const [reached, setReached] = useState(0);
  const drawing = useRef<SVGSVGElement>(null);
  const cells = useMemo(
    () => cellsOf(map, { x: 0, y: 0, width: width || WIDTH_PX, height: heightPx }),
    [map, width, heightPx],
  );
  const at = Math.min(reached, cells.length - 1);
  const look = (target: EventTarget) => onLook(cells[cellAt(target) ?? -1] ?? null);
  const choose = (target: EventTarget) => {
    const cell = cells[cellAt(target) ?? -1];
    if (cell) onChoose(cell);
  };
  return (
    <div ref={ref} style={{ height: heightPx }}>
      <svg
        ref={drawing}
        role="toolbar"
        tabIndex={-1}
        aria-label="Segments, the largest first"
        width={width || WIDTH_PX}
        height={heightPx}
        className="segment-map"
        onMouseOver={({ target }) => look(target)}
        onMouseLeave={() => onLook(null)}
        onFocus={({ target }) => {
          setReached(cellAt(target) ?? 0);
          look(target);
        }}
        onBlur={() => onLook(null)}
        onClick={({ target }) => choose(target)}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            choose(event.target);
            return;
          }
          const boxes = cells.map(({ box }) => box);
          const next = neighbour(boxes, cellAt(event.target) ?? at, event.key);
          if (next === null) return;
          event.preventDefault();
          drawing.current?.querySelector<SVGGElement>(`[data-cell="${next}"]`)?.focus();
        }}
      >
        <Patterns />
        {cells.map((cell, index) => (
          <Drawn key={cell.key} cell={cell} index={index} reached={index === at} />
        ))}
      </svg>
    </div>
  );
}
