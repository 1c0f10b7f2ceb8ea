import { Button, TextInput } from "@mantine/core";
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

/** Asks once before everything about a database goes, and for its name where plans that were approved go with it. */
export function DeleteDatabase({ database, onDeleted }: Props) {
  const [asking, setAsking] = useState(false);
  const [needsName, setNeedsName] = useState(false);
  const [typed, setTyped] = useState("");
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteDatabase(database.id, typed || undefined),
    onSuccess: () => {
      onDeleted();
      queryClient.removeQueries({ queryKey: ["databases", database.id] });
      return queryClient.invalidateQueries();
    },
    onError: (refusal) => setNeedsName(needsName || asProblem(refusal).code === "name-needed"),
  });
  const stop = () => {
    setAsking(false);
    setNeedsName(false);
    setTyped("");
    remove.reset();
  };
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
      {remove.isError && <ProblemNotice problem={asProblem(remove.error)} />}
      {needsName && (
        <TextInput
          label={`Type ${database.name} to delete it with its plans and forecasts`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          disabled={remove.isPending || (needsName && typed !== database.name)}
          onClick={() => remove.mutate()}
        >
          Delete for good
        </Button>
        <Button size="compact-sm" onClick={stop}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
