import { Button } from "@mantine/core";
import { useMemo } from "react";
import { Overview } from "./overview";
import { type Layer, totalOf } from "./stacks";
import { thin } from "./thin";
import { type Span, type Stretch, stretchText } from "./time-line";
import { isWhole, zoomed } from "./view";

const MOST_BARS = 400;

interface Props {
  spans: readonly Span[];
  gaps: readonly Stretch[];
  loads: ReadonlyMap<Span, Record<string, number>>;
  layers: readonly Layer[];
  whole: Stretch;
  view: Stretch;
  least: number;
  window: Stretch | null;
  onMove: (view: Stretch) => void;
  onLook: (view: Stretch) => void;
}

/** Which hours are in view: what the answer is made from does not change with it. */
export function Zoom({ spans, gaps, loads, layers, whole, view, least, ...props }: Props) {
  const { window, onMove, onLook } = props;
  const bars = useMemo(() => {
    const load = (span: Span) => totalOf(loads.get(span) ?? {}, layers);
    return thin(spans, whole, MOST_BARS, load).map((one) => ({ ...one, value: load(one.span) }));
  }, [spans, loads, layers, whole]);
  const all = isWhole(view, whole);
  return (
    <div className="stack-tight">
      <Overview {...{ bars, gaps, whole, view, least, onMove }} onDone={onLook} />
      <div className="row no-print">
        <span className="small quiet" role="status">
          In view: {all ? "all hours" : stretchText(view)}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onLook(zoomed(view, 0.5, whole, least))}
        >
          Zoom in
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={all}
          onClick={() => onLook(zoomed(view, 2, whole, least))}
        >
          Zoom out
        </Button>
        {window && (
          <Button size="compact-xs" variant="default" onClick={() => onLook(window)}>
            Zoom to the drawn window
          </Button>
        )}
        <Button size="compact-xs" variant="default" disabled={all} onClick={() => onLook(whole)}>
          All hours
        </Button>
      </div>
    </div>
  );
}
