import "./range-plot.css";

interface Props {
  low: number;
  expected: number;
  high: number;
  /** The far end of the scale, shared by plots that are compared. */
  most: number;
}

const WIDTH = 160;
const HEIGHT = 22;
const PAD = 6;

/** A dot with whiskers on a scale from 0, and a line at 1.0 (as today). The figures stand beside it in words. */
export function RangePlot({ low, expected, high, most }: Props) {
  const x = (value: number) => PAD + (Math.min(value, most) / most) * (WIDTH - 2 * PAD);
  const middle = HEIGHT / 2;
  return (
    <svg className="range-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="range-axis" x1={PAD} x2={WIDTH - PAD} y1={middle} y2={middle} />
      <line className="range-today" x1={x(1)} x2={x(1)} y1={1} y2={HEIGHT - 1} />
      <line className="range-whisker" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />
      <line className="range-end" x1={x(low)} x2={x(low)} y1={middle - 4} y2={middle + 4} />
      <line className="range-end" x1={x(high)} x2={x(high)} y1={middle - 4} y2={middle + 4} />
      <circle className="range-dot" cx={x(expected)} cy={middle} r={4.5} />
    </svg>
  );
}
