import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Period, Upload } from "@/api/types";
import { deleteUpload, retryUpload, sendFile, uploadsQuery } from "@/api/uploads";
import { type QueueItem, createUploadQueue } from "@/lib/upload-queue";

const CONCURRENCY = 3;

/** Outlives the page, so that leaving it does not stop what is being sent. */
const queue = createUploadQueue<Upload>(CONCURRENCY);

export interface UploadsState {
  /** Files on their way to the server, or that never arrived. */
  sending: readonly QueueItem<Upload>[];
  /** Files the server has, newest first. */
  arrived: readonly Upload[];
  add: (files: readonly File[], period: Period) => void;
  retrySending: (id: number) => void;
  dismiss: (id: number) => void;
  retryReading: (id: string) => void;
  remove: (id: string) => void;
}

/**
 * Databases change when a file has been read; whatever shows them asks again. A small file may be read before anybody
 * saw it waiting, so what counts is the state of each file and not how many are under way. Of an archive it is enough
 * to ask when it reaches another database and when it ends.
 */
function useRefreshDatabases(uploads: readonly Upload[]) {
  const queryClient = useQueryClient();
  const states = uploads
    .map(({ id, state, database_id, members }) =>
      [id, state, database_id, members?.database_ids].join(" "),
    )
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
  const list = useQuery(uploadsQuery);
  const arrived = list.data?.items ?? [];
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["uploads"] });
  useRefreshDatabases(arrived);
  return {
    // A sent file shows as its upload as soon as the list holds it.
    sending: items.filter((item) => !arrived.some((upload) => upload.id === item.result?.id)),
    arrived,
    add: (files, period) =>
      queue.add(files, async (file, onProgress) => {
        const upload = await sendFile(file, { period, onProgress });
        void refresh();
        return upload;
      }),
    retrySending: queue.retry,
    dismiss: queue.dismiss,
    retryReading: (id) => void retryUpload(id).finally(refresh),
    remove: (id) => void deleteUpload(id).finally(refresh),
  };
}
