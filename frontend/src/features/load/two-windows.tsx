import { Button } from "@mantine/core";
import { Suspense, lazy, memo, useState } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { UNKNOWN, figure, percent, plural } from "@/lib/format";
import { type Layer } from "./stacks";
import { type Span, type Stretch, stretchText } from "./time-line";
import { type WindowMean, inWindow, meanOf } from "./windows";

const StacksChart = lazy(() => import("@/components/charts/stacks-chart"));
const HEIGHT_PX = 132;
const UNIT = "active sessions";

interface Props {
  spans: readonly Span[];
  layers: readonly Layer[];
  /** The window drawn or typed. */
  picked: Stretch;
}

interface Side {
  name: string;
  says: string;
  mean: WindowMean;
}

const usedOf = (spans: readonly Span[]) => spans.filter(({ point }) => point.used);

function change(from: number, to: number): string {
  if (from === 0) return to === 0 ? "" : "new";
  const pct = (100 * (to - from)) / from;
  return `${pct > 0 ? "+" : "−"}${percent(Math.abs(pct))}`;
}

/** The hours drawn next to others: those of the answer, or a window that was held before. */
export const TwoWindows = memo(function TwoWindows({ spans, layers, picked }: Props) {
  const [held, setHeld] = useState<Stretch | null>(null);
  const first = held ? inWindow(spans, held) : usedOf(spans);
  const [before, after] = [meanOf(first, layers), meanOf(inWindow(spans, picked), layers)];
  if (!before || !after)
    return (
      <p className="small">
        {after
          ? "No hour of the answer has a known load."
          : `No load is known from ${stretchText(picked)}.`}
      </p>
    );
  const sides: readonly [Side, Side] = [
    {
      name: held ? "Held" : "Answer",
      says: held ? stretchText(held) : "the hours of the answer",
      mean: before,
    },
    { name: "Drawn", says: stretchText(picked), mean: after },
  ];
  const [one, other] = sides;
  return (
    <div className="stack-tight" data-testid="two-windows">
      <div className="row spread">
        <h3 className="plain-heading">Two windows side by side</h3>
        <span className="row no-print">
          <Button size="compact-xs" variant="default" onClick={() => setHeld(picked)}>
            Hold this window, draw another
          </Button>
          {held && (
            <Button size="compact-xs" variant="default" onClick={() => setHeld(null)}>
              Compare with the answer’s hours
            </Button>
          )}
        </span>
      </div>
      <p className="small">
        {sides
          .map(({ name, says, mean }) => `${name}: ${says}, ${plural(mean.intervals, "interval")}`)
          .join(". ")}
        . Average active sessions, weighted by time.
      </p>
      <div
        role="img"
        aria-label={`Average active sessions: ${one.name.toLowerCase()} ${figure(one.mean.total)}, ${other.name.toLowerCase()} ${figure(other.mean.total)}`}
        style={{ minHeight: HEIGHT_PX }}
      >
        <Suspense fallback={<div style={{ height: HEIGHT_PX }} />}>
          <StacksChart
            stacks={sides.map(({ name, mean }) => ({ name, values: mean.parts, range: null }))}
            series={layers}
            unit={UNIT}
            heightPx={HEIGHT_PX}
          />
        </Suspense>
      </div>
      <ScrollRegion label="Two windows compared">
        <table className="table small">
          <caption className="visually-hidden">Average active sessions of two windows</caption>
          <thead>
            <tr>
              <th scope="col">Active sessions</th>
              {sides.map(({ name }) => (
                <th key={name} scope="col" className="right">
                  {name}
                </th>
              ))}
              <th scope="col" className="right">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {layers.map(({ key, name, color }) => (
              <tr key={key}>
                <th scope="row">
                  <span className="icon-dot" style={{ backgroundColor: color }} /> {name}
                </th>
                <td className="right num">{figure(before.parts[key] ?? 0)}</td>
                <td className="right num">{figure(after.parts[key] ?? 0)}</td>
                <td className="right num">
                  {change(before.parts[key] ?? 0, after.parts[key] ?? 0)}
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">Total</th>
              <td className="right num">{figure(before.total)}</td>
              <td className="right num">{figure(after.total)}</td>
              <td className="right num">{change(before.total, after.total)}</td>
            </tr>
            <tr>
              <th scope="row">Transactions per second</th>
              <td className="right num">
                {before.txnPerS == null ? UNKNOWN : figure(before.txnPerS)}
              </td>
              <td className="right num">
                {after.txnPerS == null ? UNKNOWN : figure(after.txnPerS)}
              </td>
              <td className="right num">
                {before.txnPerS != null && after.txnPerS != null
                  ? change(before.txnPerS, after.txnPerS)
                  : ""}
              </td>
            </tr>
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
});
