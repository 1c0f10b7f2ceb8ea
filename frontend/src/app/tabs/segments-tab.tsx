import { useCase } from "@/case/case";
import { SegmentsPanel } from "@/features/segments/segments-panel";
import { Answered } from "./answered";

export function SegmentsTab() {
  const { database, asked, option, state, change } = useCase();
  return (
    <Answered tab="segments">
      {(advice) => (
        <SegmentsPanel
          databaseId={database.id}
          advice={advice}
          params={asked}
          option={option}
          view={state}
          onChange={change}
        />
      )}
    </Answered>
  );
}
