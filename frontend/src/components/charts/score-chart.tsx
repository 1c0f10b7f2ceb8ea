import {
  CartesianGrid,
  ErrorBar,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { figure } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

export interface ScorePoint {
  name: string;
  measured: number;
  forecast: number;
  /** How far the range reaches below and above the forecast. */
  reach: [number, number];
  inside: boolean;
}

interface Props {
  points: readonly ScorePoint[];
  heightPx: number;
}

/** Each forecast with its range against what was measured; on the line both are the same. */
export default function ScoreChart({ points, heightPx }: Props) {
  const most = Math.max(
    1,
    ...points.map(({ measured, forecast, reach }) => Math.max(measured, forecast + reach[1])),
  );
  const axis = niceAxis(most);
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <ScatterChart accessibilityLayer={false} margin={{ top: 8, right: 16 }}>
        <CartesianGrid stroke="var(--line)" />
        <XAxis
          {...AXIS}
          {...axis}
          type="number"
          dataKey="measured"
          name="measured"
          tickFormatter={figure}
          height={40}
          label={{
            value: "measured",
            position: "insideBottom",
            fill: "var(--quiet)",
            fontSize: 12,
          }}
        />
        <YAxis
          {...AXIS}
          {...axis}
          type="number"
          dataKey="forecast"
          name="forecast"
          width={40}
          tickFormatter={figure}
        />
        <Tooltip {...TOOLTIP} formatter={(value) => figure(Number(value))} />
        <ReferenceLine
          segment={[
            { x: 0, y: 0 },
            { x: axis.domain[1], y: axis.domain[1] },
          ]}
          stroke="var(--quiet)"
          strokeDasharray="3 2"
        />
        {[false, true].map((inside) => (
          <Scatter
            key={String(inside)}
            data={points.filter((point) => point.inside === inside)}
            fill={inside ? "var(--calm)" : "var(--bad)"}
            shape={inside ? "circle" : "cross"}
            isAnimationActive={false}
          >
            <ErrorBar
              dataKey="reach"
              direction="y"
              width={6}
              stroke={inside ? "var(--calm)" : "var(--bad)"}
            />
          </Scatter>
        ))}
      </ScatterChart>
    </ResponsiveContainer>
  );
}
