import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { percent } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

interface Props {
  rows: readonly { label: string; waits_pct: number; time_pct: number | null }[];
  color: string;
  heightPx: number;
}

/** Two bars for each bucket: its share of the waits, and of the time. */
export default function LatencyChart({ rows, color, heightPx }: Props) {
  const most = Math.max(...rows.flatMap((row) => [row.waits_pct, row.time_pct ?? 0]));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart data={[...rows]} accessibilityLayer={false} barGap={0}>
        <XAxis {...AXIS} dataKey="label" />
        <YAxis {...AXIS} {...niceAxis(most)} width={44} tickFormatter={(value) => `${value} %`} />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => percent(Number(value))}
          cursor={{ fill: "var(--line)", fillOpacity: 0.4 }}
        />
        <Bar
          dataKey="waits_pct"
          name="of the waits"
          fill="var(--quiet)"
          isAnimationActive={false}
        />
        <Bar dataKey="time_pct" name="of the time" fill={color} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
