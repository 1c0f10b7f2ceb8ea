import { NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { setReportDatabase } from "@/api/reports";
import type { Upload } from "@/api/types";
import { databaseLabel } from "@/lib/database-name";

/** An export names no database; where it could belong to several, the user says to which. */
export function BelongsTo({ upload }: { upload: Upload }) {
  const queryClient = useQueryClient();
  const waiting = upload.state === "succeeded" && !upload.database_id && !!upload.report_id;
  const databases = useQuery({ ...databasesQuery, enabled: waiting });
  const link = useMutation({
    mutationFn: (databaseId: string) => setReportDatabase(upload.report_id ?? "", databaseId),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (!waiting) return null;
  const all = databases.data?.items ?? [];
  return (
    <NativeSelect
      size="xs"
      label={`Database ${upload.file} belongs to`}
      value=""
      onChange={(event) => event.target.value && link.mutate(event.target.value)}
      data={[
        { value: "", label: "Choose …" },
        ...all.map((one) => ({ value: one.id, label: databaseLabel(one, all) })),
      ]}
    />
  );
}
