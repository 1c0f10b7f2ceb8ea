import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { OptionName } from "@/api/types";
import { figure, ratio } from "@/lib/format";
import "./load-curve-chart.css";

interface Row {
  users: number;
  values: Record<string, number | null>;
}

interface Props {
  rows: readonly Row[];
  lines: readonly { option: OptionName; title: string }[];
  /** Drawn thicker than the others. */
  selected: string;
  /** Today's load, marked; null where it is not on the curves. */
  today: number | null;
  /** What is counted along the bottom. */
  unit: string;
  /** Lines that rise above this leave the chart; null where all fit. */
  top: number | null;
  /** One sentence that says what the chart shows. */
  summary: string;
}

const HEIGHT_PX = 300;
const TICK = { fill: "var(--quiet)", fontSize: 12 };
/** Lines differ in their dashes as well as in colour; both stand in theme.css. */
const color = (option: OptionName) => `var(--option-${option})`;
const dashes = (option: OptionName) => ({ strokeDasharray: `var(--option-${option}-dash)` });

function Legend({ lines, selected }: Pick<Props, "lines" | "selected">) {
  return (
    <p className="load-curve-legend small" aria-hidden="true">
      {lines.map(({ option, title }) => (
        <span key={option} className={option === selected ? "load-curve-selected" : ""}>
          <svg width="36" height="8">
            <line
              x1="0"
              x2="36"
              y1="4"
              y2="4"
              stroke={color(option)}
              strokeWidth={option === selected ? 4 : 2}
              style={dashes(option)}
            />
          </svg>{" "}
          {title}
        </span>
      ))}
    </p>
  );
}

/** One line per option against the load, relative to today; today's load and today's figure are marked. */
export default function LoadCurveChart(props: Props) {
  const { rows, lines, selected, today, unit, top, summary } = props;
  const data = rows.map(({ users, values }) => ({ users, ...values }));
  return (
    <div>
      <div role="img" aria-label={summary}>
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <LineChart data={data} accessibilityLayer={false} margin={{ top: 18, right: 16 }}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="users"
              type="number"
              domain={[0, "dataMax"]}
              tickFormatter={figure}
              tick={TICK}
              stroke="var(--line)"
              height={40}
              label={{ value: unit, position: "insideBottom", fill: "var(--quiet)", fontSize: 12 }}
            />
            <YAxis
              width={40}
              domain={[0, top ?? "auto"]}
              allowDataOverflow
              tickFormatter={figure}
              tick={TICK}
              stroke="var(--line)"
            />
            <Tooltip
              labelFormatter={(users) => `${figure(Number(users))} ${unit}`}
              formatter={(value) => `${ratio(Number(value))} × today`}
              itemSorter={(item) => -Number(item.value)}
              contentStyle={{
                background: "var(--panel)",
                borderColor: "var(--line)",
                fontSize: 12,
              }}
              itemStyle={{ color: "var(--text)", paddingBlock: 0 }}
            />
            <ReferenceLine y={1} stroke="var(--quiet)" strokeDasharray="3 2" />
            {today !== null && (
              <ReferenceLine
                x={today}
                stroke="var(--text)"
                strokeDasharray="3 2"
                label={{ value: "today", position: "top", fill: "var(--text)", fontSize: 12 }}
              />
            )}
            {lines.map(({ option, title }) => (
              <Line
                key={option}
                dataKey={option}
                name={title}
                stroke={color(option)}
                strokeWidth={option === selected ? 4 : 2}
                style={dashes(option)}
                dot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <Legend lines={lines} selected={selected} />
    </div>
  );
}
