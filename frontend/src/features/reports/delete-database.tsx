import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteDatabase } from "@/api/databases";
import { asProblem } from "@/api/problem";
import type { Database } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { plural } from "@/lib/format";

interface Props {
  database: Database;
  onDeleted: () => void;
}

/** Asks once before everything about a database goes. */
export function DeleteDatabase({ database, onDeleted }: Props) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteDatabase(database.id),
    onSuccess: () => {
      onDeleted();
      queryClient.removeQueries({ queryKey: ["databases", database.id] });
      return queryClient.invalidateQueries();
    },
  });
  if (!asking)
    return (
      <div className="no-print">
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          Delete this database
        </Button>
      </div>
    );
  return (
    <div className="notice notice-warn stack-tight no-print">
      <p>
        Delete {database.name} with {plural(database.reports, "report")}, its sizes and uploads?
      </p>
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete for good
        </Button>
        <Button size="compact-sm" onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </div>
      {remove.isError && <ProblemNotice problem={asProblem(remove.error)} />}
    </div>
  );
}
