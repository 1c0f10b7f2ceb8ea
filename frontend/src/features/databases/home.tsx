import { useQuery } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { DatabaseTable } from "./database-table";
import { FirstRun } from "./first-run";

interface Props {
  onOpenDatabase: (id: string) => void;
  onUpload: () => void;
}

/** Databases that hold reports; the first-run page while there are none. */
export function Home({ onOpenDatabase, onUpload }: Props) {
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
    <DatabaseTable
      databases={databases.data.items}
      onOpenDatabase={onOpenDatabase}
      onUpload={onUpload}
    />
  );
}
