import { type QueryClient, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { CSRF_HEADER, ownCsrfToken } from "./csrf";
import { client, take } from "./client";
import { problemFrom } from "./problem";
import type { Batch, Mask, Period, Upload } from "./types";

const RUNNING = new Set(["queued", "running"]);
const POLL_MS = 500;
const LOOK_AGAIN_MS = 15_000;
const LISTED = 200;

export function isRunning(upload: Upload): boolean {
  return RUNNING.has(upload.state);
}

/** It is a file of a dump that is not read as long as others are missing. */
export const isWaiting = ({ dump_file: file }: Upload): boolean =>
  !!file && !file.read_with && !file.copy_of;

/** All uploads, newest first; asks again every half second while one of them is being read. */
export const uploadsQuery = queryOptions({
  queryKey: ["uploads"],
  queryFn: () => take(client.GET("/api/v1/uploads", { params: { query: { limit: LISTED } } })),
  refetchInterval: (query) => (query.state.data?.items.some(isRunning) ? POLL_MS : false),
});

export const running = ({ states }: Batch): number => states.queued + states.running;

/** What was sent together, newest first; asks again while a file of it is being read, or waits for what others may send. */
export const batchesQuery = queryOptions({
  queryKey: ["uploads", "batches"],
  queryFn: () => take(client.GET("/api/v1/batches", {})),
  refetchInterval: (query) => {
    const batches = query.state.data?.items ?? [];
    if (batches.some(running)) return POLL_MS;
    return batches.some(({ waiting }) => waiting.length > 0) && LOOK_AGAIN_MS;
  },
});

const ROWS_PAGE = 50;
const NO_BATCH = "none";

/** The uploads of a batch, newest first, a page at a time; `busy` while some are being read. */
export const batchUploadsQuery = (batch: string | null, busy: boolean) =>
  infiniteQueryOptions({
    queryKey: ["uploads", "of", batch],
    queryFn: ({ pageParam }) =>
      take(
        client.GET("/api/v1/uploads", {
          params: { query: { batch: batch ?? NO_BATCH, limit: ROWS_PAGE, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // A row may be older than the totals that say all is read.
    refetchInterval: (query) =>
      busy || query.state.data?.pages.some(({ items }) => items.some(isRunning)) ? POLL_MS : false,
  });

/** Asks for the list anew. One that is still on its way may be older than what was sent, and is not waited for. */
export async function refreshUploads(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ queryKey: ["uploads"] });
  await queryClient.invalidateQueries({ queryKey: ["uploads"] });
}

/** The files of a bundle: read, or missing and why. They do not change once it is read. */
export const uploadContentsQuery = (id: string) =>
  queryOptions({
    queryKey: ["upload-contents", id],
    queryFn: () =>
      take(
        client.GET("/api/v1/uploads/{upload_id}/contents", { params: { path: { upload_id: id } } }),
      ),
    staleTime: Infinity,
  });

const FAILED_PAGE = 25;

const failedPage = (archive: string, limit: number, cursor: string | undefined) =>
  take(
    client.GET("/api/v1/uploads", {
      params: { query: { archive, state: ["failed", "quarantined"], limit, cursor } },
    }),
  );

/** The files of an archive that could not be read, a page at a time; asked again where there are more of them. */
export const failedMembersQuery = (archive: string, failed: number) =>
  infiniteQueryOptions({
    queryKey: ["uploads", archive, "failed", failed],
    queryFn: ({ pageParam }) => failedPage(archive, FAILED_PAGE, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** All of them. */
export async function allFailedMembers(archive: string): Promise<Upload[]> {
  const found: Upload[] = [];
  let cursor: string | undefined;
  do {
    const page = await failedPage(archive, LISTED, cursor);
    found.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

export const retryUpload = (id: string) =>
  take(client.POST("/api/v1/uploads/{upload_id}/retry", { params: { path: { upload_id: id } } }));

export const deleteUpload = (id: string) =>
  take(client.DELETE("/api/v1/uploads/{upload_id}", { params: { path: { upload_id: id } } }));

export const loadSample = () => take(client.POST("/api/v1/samples/oltp"));

export interface SendOptions {
  batch: string;
  period: Period;
  mask: Mask;
  /** The map of earlier masked files, so that a name has one token in all of them. */
  map: string | null;
  onProgress: (sentBytes: number) => void;
}

function bodyOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return null;
  }
}

function formOf(file: File, { batch, period, mask, map }: SendOptions): FormData {
  const form = new FormData();
  form.append("batch", batch);
  form.append("period", period);
  form.append("mask", mask);
  if (mask === "hash" && map) form.append("mask_map", new Blob([map]), "segtier-map.json");
  form.append("file", file);
  return form;
}

/** Sends one file. XMLHttpRequest, because fetch reports no progress of what it sends. */
export function sendFile(file: File, options: SendOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/v1/uploads");
    request.setRequestHeader(CSRF_HEADER, ownCsrfToken());
    request.upload.addEventListener("progress", (event) => options.onProgress(event.loaded));
    request.addEventListener("error", () => reject(problemFrom(0, null)));
    request.addEventListener("load", () => {
      if (request.status < 300) resolve(bodyOf(request) as Upload);
      else reject(problemFrom(request.status, bodyOf(request)));
    });
    request.send(formOf(file, options));
  });
}
