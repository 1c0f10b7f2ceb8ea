import { ParetoPanel } from "@/features/segments/pareto-panel";
import { SegmentMapPanel } from "@/features/segments/map/segment-map-panel";
import { OverTimePanel } from "@/features/segments/over-time/over-time-panel";
import { SegmentsPanel } from "@/features/segments/segments-panel";
import { Answered } from "./answered";

export function SegmentsTab() {
  return (
    <Answered tab="segments">
      {(advice) => (
        <>
          {/* It is of one SSD. */}
          {!advice.tiers && <ParetoPanel />}
          <SegmentMapPanel advice={advice} />
          <OverTimePanel />
          <SegmentsPanel advice={advice} />
        </>
      )}
    </Answered>
  );
}
