import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { bytes, figure, percent } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

interface Props {
  rows: readonly { moves: number; bytes: number; part: number }[];
  heightPx: number;
}

/** Part of the whole saving against the number of segments moved, the best first. */
export default function ParetoChart({ rows, heightPx }: Props) {
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <AreaChart data={[...rows]} accessibilityLayer={false} margin={{ top: 8, right: 16 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          {...AXIS}
          {...niceAxis(rows.at(-1)?.moves ?? 1, 8)}
          dataKey="moves"
          type="number"
          height={40}
          label={{
            value: "segments moved",
            position: "insideBottom",
            fill: "var(--quiet)",
            fontSize: 12,
          }}
        />
        <YAxis {...AXIS} {...niceAxis(100)} width={48} tickFormatter={(value) => `${value} %`} />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(moves, [shown]) =>
            `${figure(Number(moves))} segments, ${bytes((shown?.payload as { bytes: number } | undefined)?.bytes)}`
          }
          formatter={(value) => percent(Number(value))}
        />
        <Area
          dataKey="part"
          name="of the saving"
          type="stepAfter"
          stroke="var(--gain)"
          strokeWidth={2}
          fill="var(--gain)"
          fillOpacity={0.2}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
