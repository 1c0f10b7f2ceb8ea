import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Mask, Period, Upload } from "@/api/types";
import { deleteUpload, refreshUploads, retryUpload, sendFile, uploadsQuery } from "@/api/uploads";
import { type KeptMap, createMapKeeper } from "@/lib/map-keeper";
import { type QueueItem, createUploadQueue } from "@/lib/upload-queue";

const CONCURRENCY = 3;

/** Both outlive the page, so that leaving it neither stops what is being sent nor loses a map. */
const queue = createUploadQueue<Upload>(CONCURRENCY);
const maps = createMapKeeper();

type Send = (map: string | null) => Promise<Upload>;

/** Files to be masked wait for the map of the one before. */
function masked(send: Send): Promise<Upload> {
  return maps.turn(async (map) => {
    const upload = await send(map);
    const names = upload.masked;
    return {
      result: upload,
      masked: names && { map: names.map_file, leftOut: names.left_out },
    };
  });
}

export interface UploadsState {
  /** Files on their way to the server, or that never arrived. */
  sending: readonly QueueItem<Upload>[];
  /** Files the server has, newest first. */
  arrived: readonly Upload[];
  add: (files: readonly File[], period: Period, mask: Mask) => void;
  map: KeptMap;
  goOnWithMap: (text: string) => void;
  markMapSaved: () => void;
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
  const kept = useSyncExternalStore(maps.subscribe, maps.get);
  const list = useQuery(uploadsQuery);
  const arrived = list.data?.items ?? [];
  const refresh = () => refreshUploads(queryClient);
  useRefreshDatabases(arrived);
  return {
    // A sent file shows as its upload as soon as the list holds it.
    sending: items.filter((item) => !arrived.some((upload) => upload.id === item.result?.id)),
    arrived,
    map: kept,
    goOnWithMap: maps.goOnWith,
    markMapSaved: maps.markSaved,
    add: (files, period, mask) =>
      queue.add(files, async (file, onProgress) => {
        const send: Send = (map) => sendFile(file, { period, mask, map, onProgress });
        const upload = await (mask === "keep" ? send(null) : masked(send));
        void refresh();
        return upload;
      }),
    retrySending: queue.retry,
    dismiss: queue.dismiss,
    retryReading: (id) => void retryUpload(id).finally(refresh),
    remove: (id) => void deleteUpload(id).finally(refresh),
  };
}
