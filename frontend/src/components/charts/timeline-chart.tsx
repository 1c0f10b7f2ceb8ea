import { Bar, BarChart, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { figure } from "@/lib/format";
import "./timeline-chart.css";

interface Interval {
  key: string;
  label: string;
  reading: number | null;
  rest: number | null;
  used: boolean;
}

interface Props {
  rows: readonly Interval[];
  /** One sentence that says what the chart shows. */
  summary: string;
}

const HEIGHT_PX = 160;
const UNUSED = 0.35;
const TICK_GAP_PX = 24;
const SERIES = [
  { key: "reading", name: "waiting for reads", color: "var(--wait-user-io)" },
  { key: "rest", name: "other work and waits", color: "var(--wait-unexplained)" },
] as const;

function Legend({ marked }: { marked: boolean }) {
  return (
    <p className="timeline-legend small" aria-hidden="true">
      {SERIES.map(({ key, name, color }) => (
        <span key={key}>
          <span className="icon-dot" style={{ backgroundColor: color }} /> {name}
        </span>
      ))}
      {marked && (
        <span className="quiet">Full and outlined: used for the advice. Faded: not used.</span>
      )}
    </p>
  );
}

/** Average active sessions by interval, the part that waits for reads at the bottom of each bar. */
export default function TimelineChart({ rows, summary }: Props) {
  const marked = rows.some((row) => !row.used);
  return (
    <div>
      <div role="img" aria-label={summary}>
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <BarChart data={[...rows]} accessibilityLayer={false} barCategoryGap={2}>
            <XAxis
              dataKey="label"
              minTickGap={TICK_GAP_PX}
              tick={{ fill: "var(--quiet)", fontSize: 12 }}
              stroke="var(--line)"
            />
            <YAxis
              width={40}
              tick={{ fill: "var(--quiet)", fontSize: 12 }}
              stroke="var(--line)"
              allowDecimals
            />
            <Tooltip
              formatter={(value) => figure(Number(value))}
              contentStyle={{ background: "var(--panel)", borderColor: "var(--line)" }}
              itemStyle={{ color: "var(--text)" }}
              cursor={{ fill: "transparent" }}
            />
            {SERIES.map(({ key, name, color }) => (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                stackId="load"
                fill={color}
                isAnimationActive={false}
              >
                {rows.map((row) => (
                  <Cell
                    key={row.key}
                    fillOpacity={row.used ? 1 : UNUSED}
                    stroke={marked && row.used ? "var(--text)" : "none"}
                  />
                ))}
              </Bar>
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <Legend marked={marked} />
    </div>
  );
}
