import { useCase } from "@/case/case";
import { PlanPanel } from "@/features/plan/plan-panel";
import { SealForecast } from "@/features/scoreboard/seal-forecast";
import { Answered } from "./answered";

export function PlanTab() {
  const { database, option, params } = useCase();
  return (
    <Answered tab="plan">
      {(advice) => (
        <>
          <PlanPanel
            key={option}
            databaseId={database.id}
            advice={advice}
            option={option}
            params={params}
          />
          <SealForecast key={`seal ${option}`} advice={advice} />
        </>
      )}
    </Answered>
  );
}
