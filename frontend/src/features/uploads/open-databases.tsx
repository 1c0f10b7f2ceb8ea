import { useQuery } from "@tanstack/react-query";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { databasesQuery } from "@/api/databases";
import type { Upload } from "@/api/types";

/** The way on: one link for each database these files belong to. */
export function OpenDatabases({ uploads }: { uploads: readonly Upload[] }) {
  const databases = useQuery(databasesQuery);
  const ids = new Set(
    uploads.flatMap(({ database_id, members }) => [database_id, ...(members?.database_ids ?? [])]),
  );
  const reached = (databases.data?.items ?? []).filter((database) => ids.has(database.id));
  if (reached.length === 0) return null;
  return (
    <div className="row no-print">
      {reached.map((database) => (
        <Button
          key={database.id}
          renderRoot={(props) => (
            <Link to="/databases/$databaseId" params={{ databaseId: database.id }} {...props} />
          )}
        >
          Open {database.name}
          {database.sample && " (sample)"}
        </Button>
      ))}
    </div>
  );
}
