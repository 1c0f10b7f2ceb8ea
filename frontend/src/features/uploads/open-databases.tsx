import { useQuery } from "@tanstack/react-query";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { databasesQuery } from "@/api/databases";
import { databaseLabel } from "@/lib/database-name";

/** The way on: one link for each database these files belong to. */
export function OpenDatabases({ ids }: { ids: readonly string[] }) {
  const databases = useQuery(databasesQuery);
  const all = databases.data?.items ?? [];
  const reached = all.filter((database) => ids.includes(database.id));
  return reached.map((database) => (
    <Button
      key={database.id}
      size="compact-sm"
      variant="default"
      className="no-print"
      renderRoot={(props) => (
        <Link to="/databases/$databaseId" params={{ databaseId: database.id }} {...props} />
      )}
    >
      Open {databaseLabel(database, all)}
      {database.sample && " (sample)"}
    </Button>
  ));
}
