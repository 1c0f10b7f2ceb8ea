import {
  Bar,
  BarChart,
  ErrorBar,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { figure } from "@/lib/format";
import { AXIS, TOOLTIP, niceAxis } from "./chart-style";

export interface Stack {
  /** Its place on the axis. */
  name: string;
  /** By series; what is not known is not there. */
  values: Readonly<Record<string, number>>;
  /** Of all, as it is told; absent where it is what the parts add up to. */
  total?: number | null;
  /** From the lowest to the highest that its length may be; null where it is what was measured. */
  range: { low: number; high: number } | null;
}

interface Props {
  stacks: readonly Stack[];
  series: readonly { key: string; name: string; color: string }[];
  unit: string;
  heightPx: number;
}

const NAME_PX = 74;
const ENDS_PX = 56;
const LETTER_PX = 6.6;
const PAD_PX = 10;

interface LabelProps {
  x?: unknown;
  y?: unknown;
  width?: unknown;
  height?: unknown;
  value?: unknown;
}

/** The name and the figure in a part, the figure alone where it is narrower, nothing where neither fits. */
export function partText(name: string, value: number, widthPx: number): string {
  const fits = (text: string) => text.length * LETTER_PX + PAD_PX <= widthPx;
  const full = `${name} ${figure(value)}`;
  if (fits(full)) return full;
  return fits(figure(value)) ? figure(value) : "";
}

const partLabel = (name: string) =>
  function PartLabel({ x, y, width, height, value }: LabelProps) {
    const amount = Array.isArray(value) ? Number(value[1]) - Number(value[0]) : Number(value);
    const text = partText(name, amount, Number(width));
    if (!text) return null;
    return (
      <text
        x={Number(x) + Number(width) / 2}
        y={Number(y) + Number(height) / 2}
        dy="0.355em"
        textAnchor="middle"
        fill="var(--panel)"
        fontSize={12}
        fontWeight={600}
      >
        {text}
      </text>
    );
  };

interface Ends {
  total: number;
  /** As it is told: what is stacked may add up to another. */
  told: number;
  /** The whisker's end. */
  beyond: number;
}

const totalLabel = (ends: readonly Ends[]) =>
  function TotalLabel({ x, y, height, index }: LabelProps & { index?: unknown }) {
    const own = ends[Number(index)];
    if (!own) return null;
    const length = Number(x) - NAME_PX;
    const end = own.total > 0 ? (length * own.beyond) / own.total : length;
    return (
      <text
        x={NAME_PX + Math.max(length, end) + PAD_PX}
        y={Number(y) + Number(height) / 2}
        dy="0.355em"
        fill="var(--text)"
        fontSize={12}
        fontWeight={700}
      >
        {figure(own.told)}
      </text>
    );
  };

/** Horizontal stacks of one unit under each other, with their length beside each and a whisker where that is a range. */
export default function StacksChart({ stacks, series, unit, heightPx }: Props) {
  const totals = stacks.map(({ values }) =>
    series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0),
  );
  const data = stacks.map(({ name, values, range, total: told }, place) => {
    const total = totals[place] ?? 0;
    return {
      name,
      ...values,
      total,
      told: told ?? total,
      whisker: range ? [total - range.low, range.high - total] : undefined,
      beyond: range?.high ?? total,
    };
  });
  const most = Math.max(...data.map(({ beyond, total }) => Math.max(beyond, total)));
  // A bar without any width is not drawn, nor what hangs on it.
  const hair = most * 1e-9;
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart
        data={data.map((datum) => ({ ...datum, end: hair }))}
        layout="vertical"
        accessibilityLayer={false}
        barCategoryGap="16%"
        margin={{ top: 0, right: ENDS_PX, bottom: 0, left: 0 }}
      >
        <XAxis {...AXIS} type="number" {...niceAxis(most)} tickFormatter={figure} />
        <YAxis
          type="category"
          dataKey="name"
          width={NAME_PX}
          tick={{ fill: "var(--text)", fontSize: 13 }}
          stroke="var(--line)"
        />
        <Tooltip
          {...TOOLTIP}
          cursor={{ fill: "transparent" }}
          formatter={(value) => `${figure(Number(value))} ${unit}`}
        />
        {series.map(({ key, name, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            stackId="stack"
            fill={color}
            stroke="var(--panel)"
            isAnimationActive={false}
          >
            <LabelList dataKey={key} content={partLabel(name)} />
          </Bar>
        ))}
        <Bar
          dataKey="end"
          stackId="stack"
          fill="none"
          isAnimationActive={false}
          tooltipType="none"
          legendType="none"
        >
          <ErrorBar
            dataKey="whisker"
            direction="x"
            width={8}
            strokeWidth={2}
            stroke="var(--text)"
            isAnimationActive={false}
          />
          <LabelList dataKey="total" content={totalLabel(data)} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
