import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { bytes, figure, seconds, share } from "@/lib/format";
import { UNKNOWN } from "@/lib/format";
import type { SegmentRow } from "./rows";

interface Props {
  row: SegmentRow;
  index: number;
  start: number;
  measure: (element: HTMLElement | null) => void;
  onAddSize: (name: string) => void;
}

const plainFigure = (value: number | null) => (value == null ? UNKNOWN : figure(value));

function Size({ row, onAddSize }: Pick<Props, "row" | "onAddSize">) {
  const known = row.segment.size_bytes != null;
  return (
    <button
      type="button"
      className="source-button num"
      aria-label={known ? `Change the size of ${row.name}` : `Add the size of ${row.name}`}
      onClick={() => onAddSize(row.name)}
    >
      {known ? bytes(row.segment.size_bytes) : "add size"}
    </button>
  );
}

export function SegmentGridRow({ row, index, start, measure, onAddSize }: Props) {
  const { segment } = row;
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      className={`grid-row ${segment.included ? "grid-in" : ""}`}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="cell" className="grid-name">
        {row.name}
      </div>
      <div role="cell" className="grid-name">
        <Value>{segment.type ?? UNKNOWN}</Value>
      </div>
      <div role="cell" className="grid-name">
        <Value>{segment.tablespace ?? UNKNOWN}</Value>
      </div>
      <div role="cell" className="right">
        <Size row={row} onAddSize={onAddSize} />
      </div>
      <div
        role="cell"
        className="right"
        title={
          segment.requests_estimated ? "From blocks; requests are not in this report" : undefined
        }
      >
        <Value>{share(segment.io_share)}</Value>
        {segment.requests_estimated && segment.io_share != null && (
          <span aria-label="estimated"> ~</span>
        )}
      </div>
      <div role="cell" className="right">
        <Value>{plainFigure(segment.read_write_ratio)}</Value>
      </div>
      <div role="cell" className="right">
        <Value>{seconds(segment.benefit_s_per_hour)}</Value>
      </div>
      <div role="cell" className="right">
        <Value why="needs the segment's size">
          {seconds(segment.benefit_density_s_per_hour_per_gib)}
        </Value>
      </div>
      <div role="cell">
        <strong>{segment.included ? "✓ in" : "out"}</strong>: {segment.reason}
      </div>
      <div role="cell">
        <SourceButton of={row.name} evidence={segment.evidence} />
      </div>
    </div>
  );
}
