import { type PointerEvent, useId, useState } from "react";
import {
  Area,
  AreaChart,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { figure } from "@/lib/format";
import { AXIS, niceAxis } from "./chart-style";
import "./load-chart.css";

interface Stretch {
  from: number;
  to: number;
}

export interface LoadBar extends Stretch {
  /** When it was, and what it stands for, as the tooltip says it: asked for one bar at a time. */
  label: () => string;
  values: Record<string, number>;
}

export interface LoadSeries {
  key: string;
  name: string;
  color: string;
}

interface Props {
  /** In the order of time, none over another. */
  bars: readonly LoadBar[];
  /** From the axis up. */
  series: readonly LoadSeries[];
  view: Stretch;
  ticks: readonly number[];
  tickText: (at: number) => string;
  /** Where no report is. */
  gaps: readonly Stretch[];
  /** What the answer is made from. */
  used: readonly Stretch[];
  /** The window that was drawn or typed. */
  picked: Stretch | null;
  /** Of the machine; null where not printed. */
  cpus: number | null;
  heightPx: number;
  /** Bars were clicked or drawn over. */
  onWindow: (window: Stretch) => void;
}

const TICK_GAP_PX = 16;
const AXIS_PX = 44;
const MARGIN_PX = 12;
/** The same objects each time: another one has the chart set up its parts anew. */
const MARGIN = { top: 4, right: MARGIN_PX, bottom: 0, left: 0 };
const TIP_STYLE = { zIndex: 5 };
const CURSOR = { stroke: "var(--text)", strokeWidth: 1 };
/** A line far above every bar would press them flat; the words beside the chart say it then. */
const WORTH_A_LINE = 2;
const USED_PART = 0.025;
const HAIR_MS = 500;
const FOLLOWS_MS = 120_000;

type Datum = Record<string, number> & { at: number; bar: number };

/**
 * The edges of each bar: what is stacked from edge to edge is as wide as its time. Down to nothing where no bar follows. The edges of
 * neighbours lie a hair apart, so that the pointer is in one of them.
 */
function edges(bars: readonly LoadBar[], series: readonly LoadSeries[]): Datum[] {
  const none = Object.fromEntries(series.map(({ key }) => [key, 0]));
  return bars.flatMap(({ from, to, values }, bar) => {
    const hair = Math.min(HAIR_MS, (to - from) / 4);
    const own = Object.fromEntries(series.map(({ key }) => [key, values[key] ?? 0]));
    const follows = (bars[bar - 1]?.to ?? -Infinity) >= from - FOLLOWS_MS;
    const followed = (bars[bar + 1]?.from ?? Infinity) <= to + FOLLOWS_MS;
    return [
      ...(follows ? [] : [{ at: from, bar, ...none }]),
      { at: from + hair, bar, ...own },
      { at: to - hair, bar, ...own },
      ...(followed ? [] : [{ at: to, bar, ...none }]),
    ] as Datum[];
  });
}

/** The bar at a moment, the nearest where none is. */
export function barAt(bars: readonly Stretch[], at: number): number | null {
  const away = ({ from, to }: Stretch) => (at < from ? from - at : at > to ? at - to : 0);
  let best: number | null = null;
  for (const [place, bar] of bars.entries()) {
    const old = best === null ? undefined : bars[best];
    if (!old || away(bar) < away(old)) best = place;
  }
  return best;
}

const totalOf = ({ values }: LoadBar, series: readonly LoadSeries[]) =>
  series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0);

/** From the top of the stack down, as it is drawn, with what it adds up to. */
export function LoadTooltip({ bar, series }: { bar: LoadBar; series: readonly LoadSeries[] }) {
  const shown = series.filter(({ key }) => (bar.values[key] ?? 0) > 0).toReversed();
  return (
    <div className="load-tooltip">
      <p>{bar.label()}</p>
      <table>
        <tbody>
          {shown.map(({ key, name, color }) => (
            <tr key={key}>
              <th scope="row">
                <span className="icon-dot" style={{ backgroundColor: color }} /> {name}
              </th>
              <td className="right num">{figure(bar.values[key] ?? 0)}</td>
            </tr>
          ))}
          <tr className="load-tooltip-total">
            <th scope="row">Total</th>
            <td className="right num">{figure(totalOf(bar, series))}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

interface TipProps {
  bars: readonly LoadBar[];
  series: readonly LoadSeries[];
  /** Given by the chart. */
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
}

function Tip({ bars, series, active, payload }: TipProps) {
  const datum = payload?.[0]?.payload as Datum | undefined;
  const bar = datum && bars[datum.bar];
  return active && bar ? <LoadTooltip bar={bar} series={series} /> : null;
}

/** Average active sessions on a true time axis; a window is picked by clicking or drawing over bars. */
export default function LoadChart({ bars, series, view, ticks, tickText, ...props }: Props) {
  const { gaps, used, picked, cpus, heightPx, onWindow } = props;
  const hatch = useId();
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const data = edges(bars, series);
  const at = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left - AXIS_PX) / (width - AXIS_PX - MARGIN_PX);
    return part < 0 || part > 1 ? null : barAt(bars, view.from + part * (view.to - view.from));
  };
  const over = (one: number, other: number): Stretch => ({
    from: bars[Math.min(one, other)]?.from ?? 0,
    to: bars[Math.max(one, other)]?.to ?? 0,
  });
  const done = (end: number | null) => {
    if (from != null && end != null) onWindow(over(from, end));
    setFrom(null);
    setTo(null);
  };
  const most = Math.max(0, ...bars.map((bar) => totalOf(bar, series)));
  const line = cpus != null && cpus <= WORTH_A_LINE * most ? cpus : null;
  const y = niceAxis(Math.max(most, line ?? 0));
  const top = y.domain[1];
  const shown = from != null && to != null ? over(from, to) : picked;
  return (
    <div
      className="load-chart"
      onPointerDown={(event) => {
        setFrom(at(event));
        setTo(at(event));
      }}
      onPointerMove={(event) => from != null && setTo(at(event) ?? to)}
      onPointerUp={(event) => done(at(event) ?? to)}
      onPointerCancel={() => done(null)}
      onPointerLeave={() => from != null && done(to)}
    >
      <ResponsiveContainer width="100%" height={heightPx}>
        <AreaChart data={data} accessibilityLayer={false} margin={MARGIN}>
          <defs>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
              <line x1="0" y1="6" x2="6" y2="0" stroke="var(--hatch)" />
            </pattern>
          </defs>
          <XAxis
            {...AXIS}
            dataKey="at"
            type="number"
            domain={[view.from, view.to]}
            allowDataOverflow
            ticks={ticks as number[]}
            minTickGap={TICK_GAP_PX}
            tickFormatter={tickText}
          />
          <YAxis {...AXIS} {...y} width={AXIS_PX} tickFormatter={figure} />
          {gaps.map((gap) => (
            <ReferenceArea
              key={gap.from}
              x1={Math.max(gap.from, view.from)}
              x2={Math.min(gap.to, view.to)}
              fill={`url(#${hatch})`}
              fillOpacity={0.5}
            />
          ))}
          {series.map(({ key, name, color }) => (
            <Area
              key={key}
              dataKey={key}
              name={name}
              stackId="load"
              type="linear"
              fill={color}
              fillOpacity={1}
              stroke="none"
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
          {used.map((run) => (
            <ReferenceArea
              key={run.from}
              x1={Math.max(run.from, view.from)}
              x2={Math.min(run.to, view.to)}
              y1={top * (1 - USED_PART)}
              y2={top}
              fill="var(--text)"
              fillOpacity={1}
            />
          ))}
          {shown && shown.to > view.from && shown.from < view.to && (
            <ReferenceArea
              x1={Math.max(shown.from, view.from)}
              x2={Math.min(shown.to, view.to)}
              fill="var(--calm)"
              fillOpacity={0.18}
              stroke="var(--calm)"
            />
          )}
          {line != null && (
            <ReferenceLine
              y={line}
              stroke="var(--bad)"
              strokeDasharray="6 3"
              label={{
                value: `${figure(line)} CPUs`,
                position: "insideTopRight",
                fill: "var(--text)",
                fontSize: 12,
              }}
            />
          )}
          <Tooltip
            wrapperStyle={TIP_STYLE}
            isAnimationActive={false}
            cursor={CURSOR}
            content={<Tip bars={bars} series={series} />}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
