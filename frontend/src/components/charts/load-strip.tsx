import { Area, AreaChart, ResponsiveContainer, XAxis, YAxis } from "recharts";

interface Props {
  /** In the order of time. */
  bars: readonly { from: number; to: number; value: number }[];
  whole: { from: number; to: number };
  heightPx: number;
}

/** All of a load, small: its total alone, without axes. */
export default function LoadStrip({ bars, whole, heightPx }: Props) {
  const data = bars.flatMap(({ from, to, value }) => [
    { at: from, value: 0 },
    { at: from, value },
    { at: to, value },
    { at: to, value: 0 },
  ]);
  return (
    <ResponsiveContainer width="100%" height={heightPx - 2}>
      <AreaChart
        data={data}
        accessibilityLayer={false}
        margin={{ top: 2, right: 0, bottom: 0, left: 0 }}
      >
        <XAxis hide dataKey="at" type="number" domain={[whole.from, whole.to]} />
        <YAxis hide domain={[0, "dataMax"]} />
        <Area
          dataKey="value"
          type="linear"
          fill="var(--quiet)"
          fillOpacity={0.55}
          stroke="none"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
