export interface LegendEntry {
  label: string;
  color: string;
  /** As the chart draws it. */
  mark: "area" | "line" | "dot" | "hatched";
  /** Of a line. */
  dash?: string;
  strong?: boolean;
}

const LINE_PX = 30;

function Swatch({ color, mark, dash, strong }: LegendEntry) {
  if (mark === "line")
    return (
      <svg width={LINE_PX} height="8" aria-hidden="true">
        <line
          x1="0"
          x2={LINE_PX}
          y1="4"
          y2="4"
          stroke={color}
          strokeWidth={strong ? 4 : 2}
          style={{ strokeDasharray: dash }}
        />
      </svg>
    );
  const shape = mark === "dot" ? "icon-round" : mark === "hatched" ? "hatched" : "";
  return <span className={`icon-dot ${shape}`} style={{ backgroundColor: color }} />;
}

/** What is drawn how; the chart's own summary says it to those who do not see it. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <p className="chart-legend small" aria-hidden="true">
      {entries.map((entry) => (
        <span key={entry.label} className={entry.strong ? "chart-legend-strong" : ""}>
          <Swatch {...entry} /> {entry.label}
        </span>
      ))}
    </p>
  );
}
