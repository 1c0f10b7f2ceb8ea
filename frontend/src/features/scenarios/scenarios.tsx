import { useQuery } from "@tanstack/react-query";
import { scenariosQuery } from "@/api/scenarios";
import { asProblem } from "@/api/problem";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { Allowed } from "@/features/accounts/allowed";
import { KeepScenario } from "./keep-scenario";
import { ScenarioRow } from "./scenario-row";
import { SideBySide } from "./side-by-side";
import "./scenarios.css";

const MOST = 10;

/** Questions kept under a name: what is set on the page as another one, all of them, and several side by side. */
export function Scenarios() {
  const { database, state, change } = useCase();
  const { data, error, refetch } = useQuery(scenariosQuery(database.id));
  const all = data?.items ?? [];
  // What was deleted since the address was written is held against nothing.
  const side = (state.side ?? []).filter((id) => all.some((one) => one.id === id));
  const tick = (id: string, on: boolean) => {
    const now = on ? [...side, id] : side.filter((one) => one !== id);
    change({ side: now.length > 0 ? now : undefined });
  };
  return (
    <>
      <Allowed scope="scenarios:write" to="keep, rename or delete scenarios">
        <KeepScenario />
      </Allowed>
      <Section
        title="Scenarios"
        intro="A scenario keeps what is asked, not its figures: Segtier answers it from the reports that are here now. Tick two or more to see them side by side. From the first answer on its question stays as it is."
      >
        {error && <ProblemNotice problem={asProblem(error)} onRetry={() => void refetch()} />}
        {!data && !error && (
          <p className="quiet" role="status">
            Reading the scenarios …
          </p>
        )}
        {data && all.length === 0 && (
          <p className="quiet">
            There is none yet. Keep what is set on this page as the first one.
          </p>
        )}
        {all.length > 0 && (
          <ul className="scenarios" aria-label={`Scenarios of ${database.name}`}>
            {all.map((one) => (
              <ScenarioRow
                key={one.id}
                scenario={one}
                ticked={side.includes(one.id)}
                full={side.length >= MOST}
                onTick={(on) => tick(one.id, on)}
              />
            ))}
          </ul>
        )}
      </Section>
      {side.length > 1 && <SideBySide ids={side} scenarios={all} />}
    </>
  );
}
