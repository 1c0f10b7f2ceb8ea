import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy } from "react";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { HomeState } from "@/lib/home-state";
import { FirstRun } from "./first-run";

/** The empty first page, which most people see first, needs nothing of it. */
const Fleet = lazy(async () => ({ default: (await import("./fleet")).Fleet }));

interface Props {
  state: HomeState;
  onChange: (part: Partial<HomeState>) => void;
  onOpenDatabase: (id: string) => void;
  onUpload: () => void;
}

/** Databases that hold reports; the first-run page while there are none. */
export function Home({ state, onChange, onOpenDatabase, onUpload }: Props) {
  const databases = useQuery(databasesQuery);
  const looking = <p className="quiet">Looking for databases …</p>;
  if (databases.isPending) return looking;
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
    <Suspense fallback={looking}>
      <Fleet
        state={state}
        onChange={onChange}
        databases={databases.data.items}
        onOpenDatabase={onOpenDatabase}
        onUpload={onUpload}
      />
    </Suspense>
  );
}
