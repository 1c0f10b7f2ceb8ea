import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
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
  range: Stack["range"];
}

const CAP_PX = 4;

/** Along the lower edge, so that it strikes through no figure. */
function Whisker({ from, to, at }: { from: number; to: number; at: number }) {
  const caps = [from, to].map((x) => `M${x},${at - CAP_PX}v${2 * CAP_PX}`).join("");
  return (
    <path d={`M${from},${at}H${to}${caps}`} stroke="var(--text)" strokeWidth={2} fill="none" />
  );
}

/** What stands at the end of a stack: its length, and the whisker where that is a range. */
const stackEnd = (ends: readonly Ends[]) =>
  function StackEnd({ x, y, height, index }: LabelProps & { index?: unknown }) {
    const own = ends[Number(index)];
    if (!own) return null;
    const { total, told, range } = own;
    const length = Number(x) - NAME_PX;
    const place = (value: number) => NAME_PX + (length * value) / total;
    const drawn = total > 0 ? range : null;
    return (
      <g>
        {drawn && (
          <Whisker
            from={place(drawn.low)}
            to={place(drawn.high)}
            at={Number(y) + Number(height) - CAP_PX}
          />
        )}
        <text
          x={Math.max(Number(x), drawn ? place(drawn.high) : 0) + PAD_PX}
          y={Number(y) + Number(height) / 2}
          dy="0.355em"
          fill="var(--text)"
          fontSize={12}
          fontWeight={700}
        >
          {figure(told)}
        </text>
      </g>
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
      range,
    };
  });
  const most = Math.max(...data.map(({ range, total }) => Math.max(range?.high ?? 0, total)));
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
          <LabelList dataKey="total" content={stackEnd(data)} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
