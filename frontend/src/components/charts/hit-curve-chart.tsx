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

interface Props {
  rows: readonly { gib: number; hits: number; band: [number, number] }[];
  advised: number;
  inUse: number | null;
  heightPx: number;
}

const mark = (value: string) => ({
  value,
  position: "top" as const,
  fill: "var(--text)",
  fontSize: 12,
});

/** Share of the reads that a Smart Flash Cache of each size would answer, with its range; the advised size marked. */
export default function HitCurveChart({ rows, advised, inUse, heightPx }: Props) {
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <ComposedChart data={[...rows]} accessibilityLayer={false} margin={{ top: 20, right: 20 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          {...AXIS}
          {...niceAxis(1.04 * (rows.at(-1)?.gib ?? 1), 8)}
          dataKey="gib"
          type="number"
          height={40}
          tickFormatter={figure}
          label={{
            value: "flash cache, GiB per instance",
            position: "insideBottom",
            fill: "var(--quiet)",
            fontSize: 12,
          }}
        />
        <YAxis {...AXIS} {...niceAxis(100)} width={48} tickFormatter={(value) => `${value} %`} />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(gib) => `${figure(Number(gib))} GiB`}
          formatter={(value) =>
            Array.isArray(value)
              ? value.map((end) => `${Math.round(Number(end))} %`).join(" to ")
              : `${Math.round(Number(value))} %`
          }
        />
        <Area
          dataKey="band"
          name="range"
          stroke="none"
          fill="var(--option-flash-cache)"
          fillOpacity={0.2}
          isAnimationActive={false}
        />
        <Line
          dataKey="hits"
          name="hits"
          stroke="var(--option-flash-cache)"
          strokeWidth={2}
          dot={{ r: 3 }}
          isAnimationActive={false}
        />
        <ReferenceLine x={advised} stroke="var(--text)" label={mark("advised")} />
        {inUse != null && (
          <ReferenceLine
            x={inUse}
            stroke="var(--quiet)"
            strokeDasharray="3 2"
            label={mark("in use")}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
