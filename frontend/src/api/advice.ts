import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Advice, OptionName, RankedSegment } from "@/api/types";
import { isOffline } from "@/lib/offline";
import type { AdviceParams, PageState, Sort } from "@/lib/page-state";
import { client, take } from "./client";
import { asProblem } from "./problem";

/** So often an answer from before an upload is asked for again, where no event tells of the present one. */
const AGAIN_MS = 15_000;
/** Who makes something of an answer waits for the present one. */
const PRESENT = { "cache-control": "no-cache" };

/** The advice for one database on the flash described; the last answer stays visible while a new one is made. */
export const adviceQuery = (databaseId: string, params: AdviceParams) =>
  queryOptions({
    queryKey: ["databases", databaseId, "advice", params],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/advice", {
          params: { path: { database_id: databaseId }, query: params },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) =>
      !isOffline() && (error ? asProblem(error) : data)?.before_upload ? AGAIN_MS : false,
  });

/** The same, never one from before an upload. */
export const presentAdvice = (databaseId: string, params: AdviceParams): Promise<Advice> =>
  take(
    client.GET("/api/v1/databases/{database_id}/advice", {
      params: { path: { database_id: databaseId }, query: params, header: PRESENT },
    }),
  );

/** The options of the same advice in depth. */
export const optionDetailsQuery = (databaseId: string, params: AdviceParams) =>
  queryOptions({
    queryKey: ["databases", databaseId, "advice", params, "options"],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/advice/options", {
          params: { path: { database_id: databaseId }, query: params },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What the best segments of the same advice save for every amount of SSD; the same for each of them. */
export const frontierQuery = (databaseId: string, params: AdviceParams) => {
  const asked = { ...params, ssd: undefined };
  return queryOptions({
    queryKey: ["databases", databaseId, "frontier", asked],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/advice/frontier", {
          params: { path: { database_id: databaseId }, query: params },
        }),
      ),
    placeholderData: keepPreviousData,
  });
};

/** What the same advice is made from. */
export const sourcesQuery = (databaseId: string, params: AdviceParams) =>
  queryOptions({
    queryKey: ["databases", databaseId, "advice", params, "sources"],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/advice/sources", {
          params: { path: { database_id: databaseId }, query: params },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export type HoursWindow = Partial<Pick<PageState, "after_from" | "after_to">>;

/**
 * Measured after the change, beside before and the forecast of one option: of the advised one where none is named. With a
 * window its hours are after, whatever their reports count as.
 */
export const comparisonQuery = (
  databaseId: string,
  option: OptionName | undefined,
  params: AdviceParams,
  window: HoursWindow = {},
) =>
  queryOptions({
    queryKey: ["databases", databaseId, "comparison", option, params, window],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/comparison", {
          params: { path: { database_id: databaseId }, query: { ...params, ...window, option } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export interface SegmentQuestion {
  option: OptionName;
  sort: Sort;
  direction: "asc" | "desc";
  filter: string;
  owner?: string;
  tablespace?: string;
  type?: string;
  place?: "in" | "out";
}

/** So many rows are asked for at once, to show and to save. */
export const SEGMENT_PAGE = 200;
const SAVED_AT_ONCE = 1000;

const segmentsFrom = (
  databaseId: string,
  params: AdviceParams,
  question: SegmentQuestion,
  offset: number,
  limit: number,
  header = {},
) =>
  take(
    client.GET("/api/v1/databases/{database_id}/segments", {
      params: {
        path: { database_id: databaseId },
        query: { ...params, ...question, offset, limit },
        header,
      },
    }),
  );

/** A page of the ranked segments that pass the filter, as the option places them. */
export const segmentsQuery = (
  databaseId: string,
  params: AdviceParams,
  question: SegmentQuestion,
  page: number,
) =>
  queryOptions({
    queryKey: ["databases", databaseId, "segments", params, question, page],
    queryFn: () => segmentsFrom(databaseId, params, question, page * SEGMENT_PAGE, SEGMENT_PAGE),
  });

/** What a list of the segments can be narrowed by. */
export const segmentFacetsQuery = (databaseId: string, params: AdviceParams) =>
  queryOptions({
    queryKey: ["databases", databaseId, "segments", params, "facets"],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/segments/facets", {
          params: { path: { database_id: databaseId }, query: params },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The largest segments one by one and the others in groups, as the option places them. */
export const segmentMapQuery = (databaseId: string, params: AdviceParams, option: OptionName) =>
  queryOptions({
    queryKey: ["databases", databaseId, "segments", params, "map", option],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/segments/map", {
          params: { path: { database_id: databaseId }, query: { ...params, option } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What segments read over time; the same for any SSD but where they go. */
export const segmentHoursQuery = (databaseId: string, params: AdviceParams, option: OptionName) =>
  queryOptions({
    queryKey: ["databases", databaseId, "segments", params, "hours", option],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/segments/hours", {
          params: { path: { database_id: databaseId }, query: { ...params, option } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** All of the present answer, a page after the other. */
export async function allSegments(
  databaseId: string,
  params: AdviceParams,
  question: SegmentQuestion,
): Promise<readonly RankedSegment[]> {
  const rows: RankedSegment[] = [];
  for (;;) {
    const page = await segmentsFrom(
      databaseId,
      params,
      question,
      rows.length,
      SAVED_AT_ONCE,
      PRESENT,
    );
    rows.push(...page.items);
    if (page.items.length === 0 || rows.length >= page.total) return rows;
  }
}
