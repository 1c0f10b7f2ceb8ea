import { ParetoPanel } from "@/features/segments/pareto-panel";
import { SegmentsPanel } from "@/features/segments/segments-panel";
import { Answered } from "./answered";

export function SegmentsTab() {
  return (
    <Answered tab="segments">
      {(advice) => (
        <>
          <ParetoPanel />
          <SegmentsPanel advice={advice} />
        </>
      )}
    </Answered>
  );
}
