import { ParetoPanel } from "@/features/segments/pareto-panel";
import { SegmentsPanel } from "@/features/segments/segments-panel";
import { Answered } from "./answered";

export function SegmentsTab() {
  return (
    <Answered tab="segments">
      {(advice) => (
        <>
          {/* It is of one SSD. */}
          {!advice.tiers && <ParetoPanel />}
          <SegmentsPanel advice={advice} />
        </>
      )}
    </Answered>
  );
}
