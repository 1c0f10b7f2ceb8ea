import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asProblem } from "@/api/problem";
import { sealForecast } from "@/api/scoreboard";
import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { savedCase } from "@/lib/offline";

/** Keeps the forecast of the option looked at as it is now, to be held against what is measured later. */
export function SealForecast({ advice }: { advice: Advice }) {
  const { database, option, asked } = useCase();
  const queries = useQueryClient();
  const seal = useMutation({
    mutationFn: () => sealForecast(database.id, option, asked),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["databases", "scoreboard"] }),
  });
  const shown = advice.options.find((row) => row.option === option);
  if (savedCase() || option === "none" || !shown?.response_ratio) return null;
  return (
    <Section
      title="Seal this forecast"
      intro={`Keeps what is foreseen for “${shown.title}” as it is now; nobody can change it unnoticed. Reports from after the change are held against it by themselves.`}
    >
      <div className="row">
        <Button variant="default" disabled={seal.isPending} onClick={() => seal.mutate()}>
          Seal this forecast now
        </Button>
        <span role="status">
          {seal.isSuccess && (
            <>
              Sealed. <Link to="/scoreboard">See the scoreboard</Link>
            </>
          )}
        </span>
      </div>
      {seal.isError && <ProblemNotice title="It was not sealed." problem={asProblem(seal.error)} />}
    </Section>
  );
}
