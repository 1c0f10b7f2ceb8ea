import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { figure, seconds } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

interface Row {
  event: string;
  label: string;
  color: string;
  today: number | null;
  predicted: number | null;
  measured: number | null;
}

interface Props {
  rows: readonly Row[];
  measured: boolean;
  heightPx: number;
}

const SHADES = [1, 0.62];
const LABEL_PX = 78;

/** One bar per state of the database, stacked by event; neighbours of one class differ in shade. */
export default function EventStackChart({ rows, measured, heightPx }: Props) {
  const states = [
    ["Today", "today"],
    ["Predicted", "predicted"],
    ...(measured ? ([["Measured", "measured"]] as const) : []),
  ] as const;
  const data = states.map(([name, state]) => ({
    name,
    ...Object.fromEntries(rows.map((row) => [row.event, row[state] ?? 0])),
  }));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart data={data} layout="vertical" accessibilityLayer={false} barCategoryGap={8}>
        <XAxis
          {...AXIS}
          type="number"
          tickFormatter={figure}
          {...niceAxis(
            Math.max(
              ...states.map(([, state]) => rows.reduce((sum, row) => sum + (row[state] ?? 0), 0)),
            ),
          )}
        />
        <YAxis
          type="category"
          dataKey="name"
          width={LABEL_PX}
          tick={{ fill: "var(--text)", fontSize: 13 }}
          stroke="var(--line)"
        />
        <Tooltip
          {...TOOLTIP}
          formatter={(value) => `${seconds(Number(value))} s`}
          cursor={{ fill: "transparent" }}
        />
        {rows.map((row, index) => (
          <Bar
            key={row.event}
            dataKey={row.event}
            name={row.label}
            stackId="time"
            fill={row.color}
            fillOpacity={SHADES[index % SHADES.length]}
            stroke="var(--panel)"
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
