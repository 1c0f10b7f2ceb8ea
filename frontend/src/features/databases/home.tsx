import { useQuery } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { HomeState } from "@/lib/home-state";
import { Fleet } from "./fleet";
import { FirstRun } from "./first-run";

interface Props {
  state: HomeState;
  onChange: (part: Partial<HomeState>) => void;
  onOpenDatabase: (id: string) => void;
  onUpload: () => void;
}

/** Databases that hold reports; the first-run page while there are none. */
export function Home({ state, onChange, onOpenDatabase, onUpload }: Props) {
  const databases = useQuery(databasesQuery);
  if (databases.isPending) return <p className="quiet">Looking for databases …</p>;
  if (databases.isError)
    return (
      <div className="stack">
        <h1>Databases</h1>
        <ProblemNotice
          problem={asProblem(databases.error)}
          onRetry={() => void databases.refetch()}
        />
      </div>
    );
  if (databases.data.items.length === 0)
    return <FirstRun onOpenDatabase={onOpenDatabase} onUpload={onUpload} />;
  return (
    <Fleet
      state={state}
      onChange={onChange}
      databases={databases.data.items}
      onOpenDatabase={onOpenDatabase}
      onUpload={onUpload}
    />
  );
}
