import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUploadEvents } from "@/api/events";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Batch, Upload } from "@/api/types";
import { batchesQuery, deleteUpload, refreshUploads, retryUpload, running } from "@/api/uploads";
import type { KeptMap } from "@/lib/map-keeper";
import type { How, Lost } from "@/lib/unsent";
import type { QueueItem } from "@/lib/upload-queue";
import { type Taken, maps, queue, sendFiles, unsent } from "./sending";

export interface UploadsState {
  /** Not known yet. */
  pending: boolean;
  /** All files of this page, those that arrived among them. */
  items: readonly QueueItem<Upload>[];
  /** What the server has, newest first. */
  batches: readonly Batch[];
  /** What an earlier page did not send. */
  lost: readonly Lost[];
  /** What came of the last files that were added. */
  taken: Taken | null;
  map: KeptMap;
  add: (files: readonly File[], how: How) => void;
  goOnWithMap: (text: string) => void;
  markMapSaved: () => void;
  retrySending: (id: number) => void;
  dismiss: (item: QueueItem<Upload>) => void;
  forget: (batch: string) => void;
  retryReading: (id: string) => void;
  remove: (id: string) => void;
}

/**
 * Databases change when a file has been read; whatever shows them asks again: when a batch reaches another database and
 * when nothing of it is under way. A small file may be read before anybody saw it waiting, so files count too.
 */
function useRefreshDatabases(batches: readonly Batch[]) {
  const queryClient = useQueryClient();
  const states = batches
    .map((one) => [one.id, one.database_ids, running(one) > 0 || one.files].join(" "))
    .join();
  const last = useRef(states);
  useEffect(() => {
    if (states !== last.current) void queryClient.invalidateQueries({ queryKey: ["databases"] });
    last.current = states;
  }, [states, queryClient]);
}

export function useUploads(): UploadsState {
  const queryClient = useQueryClient();
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const kept = useSyncExternalStore(maps.subscribe, maps.get);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [, setForgotten] = useState(0);
  const list = useQuery(batchesQuery);
  useUploadEvents(
    () => void queryClient.invalidateQueries({ queryKey: ["uploads"] }, { cancelRefetch: false }),
  );
  const batches = list.data?.items ?? [];
  const refresh = () => refreshUploads(queryClient);
  useRefreshDatabases(batches);
  return {
    pending: list.isPending,
    items,
    batches,
    lost: unsent.lost(),
    taken,
    map: kept,
    add: (files, how) => setTaken(sendFiles(files, how, () => void refresh())),
    goOnWithMap: maps.goOnWith,
    markMapSaved: maps.markSaved,
    retrySending: queue.retry,
    dismiss: ({ id, batch, file }) => {
      unsent.settle(batch, file);
      queue.dismiss(id);
    },
    forget: (batch) => {
      unsent.forget(batch);
      setForgotten((times) => times + 1);
    },
    retryReading: (id) => void retryUpload(id).finally(refresh),
    remove: (id) => void deleteUpload(id).finally(refresh),
  };
}
