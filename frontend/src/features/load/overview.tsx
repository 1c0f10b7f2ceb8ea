import {
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  lazy,
  memo,
  useRef,
  useState,
} from "react";
import { type Drawn } from "./thin";
import { type Stretch, momentText, stretchText } from "./time-line";
import { type Part, dragged } from "./view";
import "./overview.css";

const LoadStrip = lazy(() => import("@/components/charts/load-strip"));
const HEIGHT_PX = 44;
/** Of the whole: so far goes one key. */
const STEP = 1 / 48;

interface Props {
  bars: readonly (Drawn & { value: number })[];
  /** Where no report is. */
  gaps: readonly Stretch[];
  whole: Stretch;
  view: Stretch;
  /** No view is narrower, in ms. */
  least: number;
  /** While it is dragged. */
  onMove: (view: Stretch) => void;
  /** Once it is let go. */
  onDone: (view: Stretch) => void;
}

const Strip = memo(function Strip({ bars, whole }: Pick<Props, "bars" | "whole">) {
  return (
    <Suspense fallback={<div style={{ height: HEIGHT_PX }} />}>
      <LoadStrip bars={bars} whole={whole} heightPx={HEIGHT_PX} />
    </Suspense>
  );
});

const KEYS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -8,
  PageUp: 8,
  Home: -Infinity,
  End: Infinity,
};

/** All hours in small, and the part of them in view: dragged, pulled at its ends, moved by keys. */
export function Overview({ bars, gaps, whole, view, least, onMove, onDone }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ part: Part; x: number; view: Stretch } | null>(null);
  const width = whole.to - whole.from;
  const pct = (at: number) => `${(100 * (at - whole.from)) / width}%`;
  const moved = (event: PointerEvent) => {
    if (!drag) return view;
    const px = strip.current?.getBoundingClientRect().width ?? 0;
    const by = px > 0 ? ((event.clientX - drag.x) / px) * width : 0;
    return dragged(drag.view, drag.part, by, whole, least);
  };
  const onKey = (part: Part) => (event: KeyboardEvent) => {
    const steps = KEYS[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    const by = Number.isFinite(steps) ? steps * STEP * width : Math.sign(steps) * width;
    onDone(dragged(view, part, by, whole, least));
  };
  const handle = (part: Part, label: string, value: number, text: string) => (
    <div
      className={`overview-${part}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={whole.from}
      aria-valuemax={whole.to}
      aria-valuenow={Math.round(value)}
      aria-valuetext={text}
      style={
        part === "both"
          ? { left: pct(view.from), right: `calc(100% - ${pct(view.to)})` }
          : { left: pct(value) }
      }
      onKeyDown={onKey(part)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDrag({ part, x: event.clientX, view });
      }}
      onPointerMove={(event) => drag && onMove(moved(event))}
      onPointerUp={(event) => {
        if (drag) onDone(moved(event));
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    />
  );
  return (
    <div className="overview no-print" ref={strip} role="group" aria-label="Overview of all hours">
      <div aria-hidden="true">
        <Strip bars={bars} whole={whole} />
        {gaps.map(({ from, to }) => (
          <div
            key={from}
            className="overview-gap"
            style={{ left: pct(from), width: `${(100 * (to - from)) / width}%` }}
          />
        ))}
      </div>
      <div className="overview-out" style={{ left: 0, width: pct(view.from) }} />
      <div className="overview-out" style={{ left: pct(view.to), right: 0 }} />
      {handle("both", "Hours in view", (view.from + view.to) / 2, stretchText(view))}
      {handle("from", "View from", view.from, momentText(view.from))}
      {handle("to", "View to", view.to, momentText(view.to))}
    </div>
  );
}
