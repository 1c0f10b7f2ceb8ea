import "./stacked-bar.css";

export interface BarPart {
  name: string;
  label: string;
  value: number;
  color: string;
  hatched?: boolean;
}

interface Props {
  parts: readonly BarPart[];
  /** One sentence that says what the bar shows. */
  summary: string;
}

/** One horizontal bar of parts that sum to the whole; its legend is the table beside it. */
export function StackedBar({ parts, summary }: Props) {
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  if (total <= 0) return null;
  return (
    <div className="stacked-bar" role="img" aria-label={summary}>
      {parts.map((part) => (
        <div
          key={part.name}
          className={`bar-part ${part.hatched ? "hatched" : ""}`}
          style={{ width: `${(100 * part.value) / total}%`, backgroundColor: part.color }}
          title={part.label}
        />
      ))}
    </div>
  );
}
