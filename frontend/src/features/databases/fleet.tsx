import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fleetQuery } from "@/api/fleet";
import { asProblem } from "@/api/problem";
import type { Database } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { WaitingPlans } from "@/features/review/waiting-plans";
import { plural } from "@/lib/format";
import type { HomeState } from "@/lib/home-state";
import { Budget } from "./budget";
import { DatabaseTable } from "./database-table";
import { filtered, homeRows, sorted } from "./fleet-rows";
import { SampleProgress } from "./sample-progress";
import { useArrivals } from "./use-arrivals";
import { useSample } from "./use-sample";
import "./fleet.css";

interface Props {
  databases: readonly Database[];
  state: HomeState;
  onChange: (part: Partial<HomeState>) => void;
  onOpenDatabase: (id: string) => void;
  onUpload: () => void;
}

/** All databases with their answers, and what to do with an amount of SSD for all of them. */
export function Fleet({ databases, state, onChange, onOpenDatabase, onUpload }: Props) {
  const sample = useSample(onOpenDatabase);
  useArrivals(sample.busy);
  const fleet = useQuery(fleetQuery(state.budget));
  const sort = state.by ?? "gain";
  const dir = state.dir ?? "desc";
  const rows = sorted(filtered(homeRows(databases, fleet.data?.items), state.q ?? ""), sort, dir);
  return (
    <div className="stack">
      <div className="row spread">
        <h1>Databases</h1>
        <div className="row">
          <Allowed scope="uploads:write" to="load the sample or upload">
            {!databases.some((database) => database.sample) && (
              <Button variant="default" onClick={sample.start} disabled={sample.busy}>
                Try the sample
              </Button>
            )}
            <Button onClick={onUpload}>Upload reports</Button>
          </Allowed>
        </div>
      </div>
      <SampleProgress sample={sample} />
      <WaitingPlans />
      <div className="panel stack-tight">
        <div className="row row-end spread">
          <TextInput
            label="Find by name, release or answer"
            value={state.q ?? ""}
            data-filter
            onChange={(event) => onChange({ q: event.target.value || undefined })}
          />
          <Budget
            value={state.budget}
            total={fleet.data?.total}
            pending={fleet.data?.pending ?? 0}
            databases={fleet.data?.items.length ?? 0}
            onChange={(budget) => onChange({ budget })}
          />
        </div>
        <p className="visually-hidden" role="status">
          {plural(rows.length, "database")}
        </p>
        <DatabaseTable
          rows={rows}
          sort={sort}
          dir={dir}
          shared={state.budget !== undefined && fleet.data?.total != null}
          onSort={(next) =>
            onChange({ by: next, dir: next === sort && dir === "desc" ? "asc" : "desc" })
          }
        />
        {fleet.isError && (
          <ProblemNotice problem={asProblem(fleet.error)} onRetry={() => void fleet.refetch()} />
        )}
      </div>
    </div>
  );
}
