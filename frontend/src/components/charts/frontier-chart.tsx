import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { figure } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

export interface FrontierRow {
  /** Of the SSD, in its unit. */
  amount: number;
  moves: number;
  /** Percent less DB time. */
  gain: number;
  band: [number, number];
}

interface Props {
  rows: readonly FrontierRow[];
  unit: string;
  knee: number | null;
  capacity: number;
  ceiling: number | null;
  heightPx: number;
}

const label = (text: string, position: "top" | "insideTopRight" | "insideBottomRight") => ({
  value: text,
  position,
  fill: "var(--text)",
  fontSize: 12,
});

/** What the best segments save against the SSD they take: expected, its range, the knee, the SSD at hand, the ceiling. */
export default function FrontierChart({ rows, unit, knee, capacity, ceiling, heightPx }: Props) {
  const most = 1.04 * Math.max(capacity, ...rows.map(({ amount }) => amount));
  const x = niceAxis(most, 8);
  const y = niceAxis(Math.max(ceiling ?? 0, ...rows.map(({ band }) => band[1])));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <ComposedChart
        data={[...rows]}
        accessibilityLayer={false}
        margin={{ top: 20, right: 20, bottom: 4 }}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          {...AXIS}
          {...x}
          dataKey="amount"
          type="number"
          height={40}
          tickFormatter={figure}
          label={{
            value: `SSD, ${unit}`,
            position: "insideBottom",
            fill: "var(--quiet)",
            fontSize: 12,
          }}
        />
        <YAxis {...AXIS} {...y} width={48} tickFormatter={(value) => `${figure(value)} %`} />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(amount) => `${figure(Number(amount))} ${unit}`}
          formatter={(value) =>
            Array.isArray(value)
              ? value.map((end) => `${Math.round(Number(end))} %`).join(" to ")
              : `${Math.round(Number(value))} %`
          }
        />
        <Area
          dataKey="band"
          name="range"
          type="stepAfter"
          stroke="none"
          fill="var(--gain)"
          fillOpacity={0.22}
          isAnimationActive={false}
        />
        <Line
          dataKey="gain"
          name="less DB time"
          type="stepAfter"
          stroke="var(--gain)"
          strokeWidth={2}
          dot={false}
          isAnimationActive={false}
        />
        {ceiling != null && (
          <ReferenceLine
            y={ceiling}
            stroke="var(--warn)"
            strokeDasharray="6 2"
            label={label("ceiling", "insideBottomRight")}
          />
        )}
        {knee != null && (
          <ReferenceLine
            x={knee}
            stroke="var(--quiet)"
            strokeDasharray="2 3"
            label={label("knee", "top")}
          />
        )}
        <ReferenceLine x={capacity} stroke="var(--text)" label={label("available", "top")} />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
