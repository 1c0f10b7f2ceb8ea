import type { ReactNode } from "react";
import type { RankedSegment } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure, seconds, share } from "@/lib/format";
import { segmentName } from "@/lib/segment-name";
import type { Column } from "./columns";
import { HoldButtons } from "./hold-buttons";
import { SizeCell } from "./size-cell";

interface Props {
  /** Not fetched yet where it is not there. */
  segment: RankedSegment | undefined;
  index: number;
  start: number;
  columns: readonly Column[];
  measure: (element: HTMLElement | null) => void;
}

const plainFigure = (value: number | null) => (value == null ? UNKNOWN : figure(value));

/** Between which ends it saves, as far as that is forecast. */
function Ends({ segment }: { segment: RankedSegment }) {
  const { benefit_low_s_per_hour: low, benefit_high_s_per_hour: high } = segment;
  if (low === null || high === null) return null;
  return (
    <div className="quiet small">
      {seconds(low)}–{seconds(high)}
    </div>
  );
}

/** Where it lies today, and where it goes. */
function TierCell({ segment: { lies, tier } }: { segment: RankedSegment }) {
  return (
    <div role="cell" className="grid-name">
      <Value>{lies ?? UNKNOWN}</Value>
      {tier && tier !== lies && (
        <>
          {" → "}
          <strong>{tier}</strong>
        </>
      )}
    </div>
  );
}

type Cell = (props: { segment: RankedSegment }) => ReactNode;

function SizedCell({ segment }: { segment: RankedSegment }) {
  return (
    <div role="cell" className="right">
      <Allowed scope="uploads:write" to="state sizes" quiet>
        <SizeCell name={segmentName(segment)} sizeBytes={segment.size_bytes} />
      </Allowed>
    </div>
  );
}

function ShareCell({ segment }: { segment: RankedSegment }) {
  const estimated = segment.requests_estimated;
  return (
    <div
      role="cell"
      className="right"
      title={estimated ? "From blocks; requests are not in this report" : undefined}
    >
      <Value>{share(segment.io_share)}</Value>
      {estimated && segment.io_share != null && <span aria-label="estimated"> ~</span>}
    </div>
  );
}

/** What stands in each column. */
const CELLS: Record<Column["id"], Cell> = {
  segment: ({ segment }) => (
    <div role="cell" className="grid-name mono">
      {segmentName(segment)}
      {segment.pdb && <span className="quiet"> {segment.pdb}</span>}
    </div>
  ),
  type: ({ segment }) => (
    <div role="cell" className="grid-name">
      <Value>{segment.type ?? UNKNOWN}</Value>
    </div>
  ),
  tablespace: ({ segment }) => (
    <div role="cell" className="grid-name">
      <Value>{segment.tablespace ?? UNKNOWN}</Value>
    </div>
  ),
  tier: TierCell,
  size: SizedCell,
  io: ShareCell,
  rw: ({ segment }) => (
    <div role="cell" className="right">
      <Value>{plainFigure(segment.read_write_ratio)}</Value>
    </div>
  ),
  saves: ({ segment }) => (
    <div role="cell" className="right">
      <Value>{seconds(segment.benefit_s_per_hour)}</Value>
      <Ends segment={segment} />
    </div>
  ),
  density: ({ segment }) => (
    <div role="cell" className="right">
      <Value why="needs the segment's size">
        {seconds(segment.benefit_density_s_per_hour_per_gib)}
      </Value>
    </div>
  ),
  in: ({ segment }) => (
    <div role="cell">
      <strong>{segment.included ? "✓ in" : "out"}</strong>: {segment.reason}
    </div>
  ),
  do: ({ segment }) => (
    <div role="cell" className="grid-do">
      <HoldButtons name={segmentName(segment)} />
      <SourceButton of={segmentName(segment)} evidence={segment.evidence} />
    </div>
  ),
};

export function SegmentGridRow({ segment, index, start, columns, measure }: Props) {
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      className={`grid-row ${segment?.included ? "grid-in" : ""}`}
      style={{ transform: `translateY(${start}px)` }}
    >
      {segment ? (
        columns.map(({ id }) => {
          const Cell = CELLS[id];
          return <Cell key={id} segment={segment} />;
        })
      ) : (
        <div role="cell" className="quiet">
          Fetching …
        </div>
      )}
    </div>
  );
}
