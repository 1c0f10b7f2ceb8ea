import { useSources } from "@/case/pieces";
import { DbTimePanel } from "@/features/load/db-time-panel";
import { TimelinePanel } from "@/features/load/timeline-panel";
import { TopStatements } from "@/features/load/top-statements";
import { Answered } from "./answered";

export function LoadTab() {
  const sources = useSources();
  return (
    <Answered tab="load">
      {(advice) => (
        <>
          <TimelinePanel timeline={sources?.timeline ?? null} intro={advice.hours?.text ?? ""} />
          <DbTimePanel advice={advice} />
          <TopStatements advice={advice} sources={sources} />
        </>
      )}
    </Answered>
  );
}
