import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { figure, seconds } from "@/lib/format";

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
}

const SHADES = [1, 0.62];
const ROW_PX = 46;
const AXIS_PX = 40;
const LABEL_PX = 78;

/** One bar per state of the database, stacked by event; neighbours of one class differ in shade. */
export default function EventStackChart({ rows, measured }: Props) {
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
    <div
      className="event-chart"
      role="img"
      aria-label="Wait events; the table below has the figures"
    >
      <ResponsiveContainer width="100%" height={ROW_PX * states.length + AXIS_PX}>
        <BarChart data={data} layout="vertical" accessibilityLayer={false} barCategoryGap={8}>
          <XAxis
            type="number"
            tickFormatter={figure}
            tick={{ fill: "var(--quiet)", fontSize: 12 }}
            stroke="var(--line)"
          />
          <YAxis
            type="category"
            dataKey="name"
            width={LABEL_PX}
            tick={{ fill: "var(--text)", fontSize: 13 }}
            stroke="var(--line)"
          />
          <Tooltip
            formatter={(value) => `${seconds(Number(value))} s`}
            contentStyle={{ background: "var(--panel)", borderColor: "var(--line)" }}
            itemStyle={{ color: "var(--text)" }}
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
    </div>
  );
}
