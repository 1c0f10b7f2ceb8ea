import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { asProblem, type Problem } from "@/api/problem";
import type { Upload } from "@/api/types";
import { isRunning, loadSample, uploadsQuery } from "@/api/uploads";

export interface SampleState {
  start: () => void;
  busy: boolean;
  files: number;
  done: number;
  failed: readonly Upload[];
  problem: Problem | null;
}

/** Loads the sample through the ordinary upload pipeline and opens its database once every file is read. */
export function useSample(onOpenDatabase: (id: string) => void): SampleState {
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: loadSample,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["uploads"] }),
  });
  const started = load.data?.uploads;
  const ids = useMemo(() => new Set(started?.map((upload) => upload.id)), [started]);
  const uploads = useQuery({ ...uploadsQuery, enabled: load.isSuccess });
  const files = uploads.data?.items.filter((upload) => ids.has(upload.id)) ?? [];
  const done = files.filter((upload) => !isRunning(upload));
  const ready = ids.size > 0 && done.length === ids.size;
  const databaseId = ready ? done.find((upload) => upload.database_id)?.database_id : undefined;
  useEffect(() => {
    if (!databaseId) return;
    void queryClient.invalidateQueries({ queryKey: ["databases"] });
    onOpenDatabase(databaseId);
  }, [databaseId, onOpenDatabase, queryClient]);
  return {
    start: () => load.mutate(),
    busy: load.isPending || (load.isSuccess && !(ready && !databaseId)),
    files: ids.size,
    done: done.length,
    failed: done.filter((upload) => upload.error),
    problem: load.isError ? asProblem(load.error) : null,
  };
}
