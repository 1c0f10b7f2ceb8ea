import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { setReportDatabase } from "@/api/reports";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Allowed } from "@/features/accounts/allowed";
import { databaseLabel } from "@/lib/database-name";
import { plural } from "@/lib/format";
import type { Card } from "./cards";
import type { UploadsState } from "./use-uploads";

/** Files that belong to no database yet, all to one. */
function AllBelongTo({ reportIds }: { reportIds: readonly string[] }) {
  const queryClient = useQueryClient();
  const databases = useQuery(databasesQuery);
  const link = useMutation({
    mutationFn: async (databaseId: string) => {
      for (const id of reportIds) await setReportDatabase(id, databaseId);
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const all = databases.data?.items ?? [];
  return (
    <>
      {link.isError && <ProblemNotice problem={asProblem(link.error)} />}
      <NativeSelect
        size="xs"
        label={`Database all ${reportIds.length} without one belong to`}
        value=""
        disabled={link.isPending}
        onChange={(event) => event.target.value && link.mutate(event.target.value)}
        data={[
          { value: "", label: "Choose …" },
          ...all.map((one) => ({ value: one.id, label: databaseLabel(one, all) })),
        ]}
      />
    </>
  );
}

/** Removing many takes a second press: what is gone is gone. */
function RemoveAll({ count, onRemove }: { count: number; onRemove: () => void }) {
  const [sure, setSure] = useState(false);
  if (!sure)
    return (
      <Button size="compact-sm" variant="default" onClick={() => setSure(true)}>
        Remove all {count} …
      </Button>
    );
  return (
    <>
      <Button size="compact-sm" color="red" onClick={onRemove}>
        Yes, remove {plural(count, "file")}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setSure(false)}>
        Keep them
      </Button>
    </>
  );
}

/** One step for many files that need attention for the same reason; nothing where each has its own. */
export function AllOfThem({ card, uploads }: { card: Card; uploads: UploadsState }) {
  const failed = (card.batch?.failures ?? []).filter((one) => !one.archive_id);
  const reportIds = (card.batch?.unlinked ?? []).flatMap(({ report_id: id }) => id ?? []);
  if (failed.length < 2 && reportIds.length < 2) return null;
  return (
    <div className="row row-end no-print" role="group" aria-label="All of them">
      {failed.length > 1 && (
        <Allowed scope="uploads:write" to="read files again or remove them" quiet>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => failed.forEach(({ id }) => uploads.retryReading(id))}
          >
            Read all {failed.length} again
          </Button>
          <RemoveAll
            count={failed.length}
            onRemove={() => failed.forEach(({ id }) => uploads.remove(id))}
          />
        </Allowed>
      )}
      {reportIds.length > 1 && (
        <Allowed scope="uploads:write" to="say which database a file belongs to" quiet>
          <AllBelongTo reportIds={reportIds} />
        </Allowed>
      )}
    </div>
  );
}
