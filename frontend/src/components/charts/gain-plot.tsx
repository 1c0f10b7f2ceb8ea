import "./gain-plot.css";

interface Scale {
  /** The worst and the best gain of all that are compared, in percent of DB time; the worst is 0 or less. */
  from: number;
  to: number;
}

interface Props extends Scale {
  low: number;
  /** Null where only the range counts. */
  expected: number | null;
  high: number;
  /** The most there is to gain, marked where known. */
  ceiling: number | null;
}

const WIDTH = 240;
const HEIGHT = 22;
/** Half of the widest mark of the axis, so that none is cut. */
const PAD = 14;

const place = (value: number, { from, to }: Scale) =>
  PAD + ((Math.max(from, Math.min(value, to)) - from) / (to - from)) * (WIDTH - 2 * PAD);

/** A dot with whiskers: percent less DB time, with lines at "as today" and at the ceiling. The words stand beside it. */
export function GainPlot({ low, expected, high, ceiling, ...scale }: Props) {
  const x = (value: number) => place(value, scale);
  const middle = HEIGHT / 2;
  return (
    <svg className="gain-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="gain-axis" x1={PAD} x2={WIDTH - PAD} y1={middle} y2={middle} />
      <line className="gain-today" x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} />
      {ceiling != null && (
        <line className="gain-ceiling" x1={x(ceiling)} x2={x(ceiling)} y1={0} y2={HEIGHT} />
      )}
      <line className="gain-whisker" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />
      {[low, high].map((end) => (
        <line
          key={end}
          className="gain-whisker"
          x1={x(end)}
          x2={x(end)}
          y1={middle - 4}
          y2={middle + 4}
        />
      ))}
      {expected != null && <circle className="gain-dot" cx={x(expected)} cy={middle} r={4.5} />}
    </svg>
  );
}

/** The same scale as an axis, for the head of the column. */
export function GainAxis({ ceiling, ...scale }: Scale & { ceiling: number | null }) {
  const marks = [0, 25, 50, 75, 100].filter((mark) => mark >= scale.from && mark <= scale.to);
  return (
    <svg className="gain-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {marks.map((mark) => (
        <text
          key={mark}
          className="gain-mark"
          x={mark === scale.to ? WIDTH : place(mark, scale)}
          y={14}
          textAnchor={mark === scale.to ? "end" : "middle"}
        >
          {mark === 0 ? "today" : mark}
        </text>
      ))}
      {ceiling != null && (
        <line
          className="gain-ceiling"
          x1={place(ceiling, scale)}
          x2={place(ceiling, scale)}
          y1={16}
          y2={HEIGHT}
        />
      )}
    </svg>
  );
}
