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
import { optionColor, optionDash } from "@/lib/options";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

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
  heightPx: number;
}

/** Lines differ in their dashes as well as in colour. */
const dashes = (option: OptionName) => ({ strokeDasharray: optionDash(option) });

/** One line per option against the load, relative to today; today's load and today's figure are marked. */
export default function LoadCurveChart(props: Props) {
  const { rows, lines, selected, today, unit, top, heightPx } = props;
  const most =
    top ?? Math.max(1, ...rows.flatMap(({ values }) => Object.values(values).map((v) => v ?? 0)));
  const data = rows.map(({ users, values }) => ({ users, ...values }));
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <LineChart data={data} accessibilityLayer={false} margin={{ top: 18, right: 16 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          {...AXIS}
          dataKey="users"
          type="number"
          {...niceAxis(Math.max(...rows.map(({ users }) => users)), 8)}
          tickFormatter={figure}
          height={40}
          label={{ value: unit, position: "insideBottom", fill: "var(--quiet)", fontSize: 12 }}
        />
        <YAxis {...AXIS} {...niceAxis(most)} width={40} allowDataOverflow tickFormatter={figure} />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(users) => `${figure(Number(users))} ${unit}`}
          formatter={(value) => `${ratio(Number(value))} × today`}
          itemSorter={(item) => -Number(item.value)}
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
            stroke={optionColor(option)}
            strokeWidth={option === selected ? 4 : 2}
            style={dashes(option)}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
