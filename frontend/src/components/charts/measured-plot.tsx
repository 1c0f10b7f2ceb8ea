import "./measured-plot.css";

interface Props {
  before: number | null;
  after: number | null;
  predicted: { low: number; high: number } | null;
  /** The far end of the scale, shared by plots that are compared. */
  most: number;
}

const WIDTH = 200;
const HEIGHT = 20;
const PAD = 6;
const THINNEST = 3;

/** Before as a hollow circle, the predicted range as a bar, after as a full mark. The figures stand beside it. */
export function MeasuredPlot({ before, after, predicted, most }: Props) {
  const x = (value: number) => PAD + (Math.min(value, most) / most) * (WIDTH - 2 * PAD);
  const middle = HEIGHT / 2;
  return (
    <svg className="measured-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="measured-axis" x1={PAD} x2={WIDTH - PAD} y1={middle} y2={middle} />
      {predicted && (
        <rect
          className="measured-range"
          x={x(predicted.low)}
          width={Math.max(x(predicted.high) - x(predicted.low), THINNEST)}
          y={3}
          height={HEIGHT - 6}
        />
      )}
      {before !== null && <circle className="measured-before" cx={x(before)} cy={middle} r={4} />}
      {after !== null && (
        <path className="measured-after" d={`M${x(after)} ${middle - 6} l5 6 l-5 6 l-5 -6 z`} />
      )}
    </svg>
  );
}
