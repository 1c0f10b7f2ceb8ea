import { useCase } from "@/case/case";
import { BundlePanel } from "@/features/bundle/bundle-panel";
import { Answered } from "./answered";

export function PlanTab() {
  const { database, option, params } = useCase();
  return (
    <Answered tab="plan">
      {(advice) => (
        <BundlePanel
          key={option}
          databaseId={database.id}
          advice={advice}
          option={option}
          params={params}
        />
      )}
    </Answered>
  );
}
