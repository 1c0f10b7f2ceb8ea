import { NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { setReportDatabase } from "@/api/reports";
import type { Upload } from "@/api/types";
import { databaseLabel } from "@/lib/database-name";

const OWN = "own-database";

/** An export or a paste names no database; where it could belong to several, or has one of its own, the user says to which. */
export function BelongsTo({ upload }: { upload: Upload }) {
  const queryClient = useQueryClient();
  const own = upload.warnings.some(({ code }) => code === OWN);
  const open = upload.state === "succeeded" && !!upload.report_id && (own || !upload.database_id);
  const databases = useQuery({ ...databasesQuery, enabled: open });
  const link = useMutation({
    mutationFn: (databaseId: string) => setReportDatabase(upload.report_id ?? "", databaseId),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (!open) return null;
  const all = databases.data?.items ?? [];
  const others = all.filter(({ id }) => id !== upload.database_id);
  if (own && others.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      label={`Database ${upload.file} belongs to`}
      value=""
      onChange={(event) => event.target.value && link.mutate(event.target.value)}
      data={[
        { value: "", label: own ? "None of these: it has one of its own" : "Choose …" },
        ...others.map((one) => ({ value: one.id, label: databaseLabel(one, all) })),
      ]}
    />
  );
}
