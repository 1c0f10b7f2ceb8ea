import { useState } from "react";
import {
  Bar,
  BarChart,
  Cell,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { figure } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

interface Interval {
  key: string;
  label: string;
  used: boolean;
  values: Record<string, number>;
}

interface Props {
  rows: readonly Interval[];
  series: readonly { key: string; name: string; color: string }[];
  /** Of the machine; null where not printed. */
  cpus: number | null;
  heightPx: number;
  /** A bar was clicked, or several were drawn over: the places of the first and the last. */
  onHours: (from: number, to: number) => void;
}

const UNUSED = 0.35;
const TICK_GAP_PX = 24;
/** A line far above every bar would press them flat; the words beside the chart say it then. */
const WORTH_A_LINE = 2;

/** The bar under the pointer. */
const at = (state: { activeTooltipIndex?: unknown }) =>
  state.activeTooltipIndex == null ? null : Number(state.activeTooltipIndex);

/** Average active sessions by wait class, an interval a bar; hours are chosen by clicking or drawing over them. */
export default function SessionsChart({ rows, series, cpus, heightPx, onHours }: Props) {
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const data = rows.map((row, place) => ({ place, label: row.label, ...row.values }));
  const tops = rows.map(({ values }) => Object.values(values).reduce((sum, part) => sum + part, 0));
  const most = Math.max(...tops);
  const line = cpus != null && cpus <= WORTH_A_LINE * most ? cpus : null;
  const done = (end: number | null) => {
    if (from != null && end != null) onHours(Math.min(from, end), Math.max(from, end));
    setFrom(null);
    setTo(null);
  };
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart
        data={data}
        accessibilityLayer={false}
        barCategoryGap={2}
        onMouseDown={(state) => {
          setFrom(at(state));
          setTo(at(state));
        }}
        onMouseMove={(state) => from != null && setTo(at(state))}
        onMouseUp={(state) => done(at(state) ?? to)}
      >
        <XAxis
          {...AXIS}
          dataKey="place"
          minTickGap={TICK_GAP_PX}
          tickFormatter={(place: number) => rows[place]?.label ?? ""}
        />
        <YAxis
          {...AXIS}
          {...niceAxis(Math.max(most, line ?? 0))}
          width={44}
          tickFormatter={figure}
        />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(place) => rows[Number(place)]?.label ?? ""}
          formatter={(value) => figure(Number(value))}
          cursor={{ fill: "var(--line)", fillOpacity: 0.4 }}
          reverseDirection={{ x: false, y: true }}
        />
        {series.map(({ key, name, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            stackId="load"
            fill={color}
            isAnimationActive={false}
          >
            {rows.map((row) => (
              <Cell key={row.key} fillOpacity={row.used ? 1 : UNUSED} />
            ))}
          </Bar>
        ))}
        {line != null && (
          <ReferenceLine
            y={line}
            stroke="var(--bad)"
            strokeDasharray="6 3"
            label={{
              value: `${line} CPUs`,
              position: "insideTopRight",
              fill: "var(--text)",
              fontSize: 12,
            }}
          />
        )}
        {from != null && to != null && from !== to && (
          <ReferenceArea x1={Math.min(from, to)} x2={Math.max(from, to)} fillOpacity={0.25} />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
}
