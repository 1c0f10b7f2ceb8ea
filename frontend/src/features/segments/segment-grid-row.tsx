import type { RankedSegment } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure, seconds, share } from "@/lib/format";
import { segmentName } from "@/lib/segment-name";
import { HoldButtons } from "./hold-buttons";
import { SizeCell } from "./size-cell";

interface Props {
  /** Not fetched yet where it is not there. */
  segment: RankedSegment | undefined;
  index: number;
  start: number;
  /** Several are asked for. */
  tiers: boolean;
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

function Cells({ segment, tiers }: { segment: RankedSegment; tiers: boolean }) {
  const name = segmentName(segment);
  return (
    <>
      <div role="cell" className="grid-name mono">
        {name}
        {segment.pdb && <span className="quiet"> {segment.pdb}</span>}
      </div>
      <div role="cell" className="grid-name">
        <Value>{segment.type ?? UNKNOWN}</Value>
      </div>
      <div role="cell" className="grid-name">
        <Value>{segment.tablespace ?? UNKNOWN}</Value>
      </div>
      {tiers && <TierCell segment={segment} />}
      <div role="cell" className="right">
        <Allowed scope="uploads:write" to="state sizes" quiet>
          <SizeCell name={name} sizeBytes={segment.size_bytes} />
        </Allowed>
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
        <Ends segment={segment} />
      </div>
      <div role="cell" className="right">
        <Value why="needs the segment's size">
          {seconds(segment.benefit_density_s_per_hour_per_gib)}
        </Value>
      </div>
      <div role="cell">
        <strong>{segment.included ? "✓ in" : "out"}</strong>: {segment.reason}
      </div>
      <div role="cell" className="grid-do">
        <HoldButtons name={name} />
        <SourceButton of={name} evidence={segment.evidence} />
      </div>
    </>
  );
}

export function SegmentGridRow({ segment, index, start, tiers, measure }: Props) {
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
        <Cells segment={segment} tiers={tiers} />
      ) : (
        <div role="cell" className="quiet">
          Fetching …
        </div>
      )}
    </div>
  );
}
