import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OptionName, RankedSegment } from "@/api/types";
import type { AdviceParams, Sort } from "@/lib/page-state";
import { client, take } from "./client";

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
  });

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

/** Measured after the change, beside before and the forecast of one option: of the advised one where none is named. */
export const comparisonQuery = (
  databaseId: string,
  option: OptionName | undefined,
  params: AdviceParams,
) =>
  queryOptions({
    queryKey: ["databases", databaseId, "comparison", option, params],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/comparison", {
          params: { path: { database_id: databaseId }, query: { ...params, option } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export interface SegmentQuestion {
  option: OptionName;
  sort: Sort;
  direction: "asc" | "desc";
  filter: string;
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
) =>
  take(
    client.GET("/api/v1/databases/{database_id}/segments", {
      params: {
        path: { database_id: databaseId },
        query: { ...params, ...question, offset, limit },
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

/** All of them, a page after the other. */
export async function allSegments(
  databaseId: string,
  params: AdviceParams,
  question: SegmentQuestion,
): Promise<readonly RankedSegment[]> {
  const rows: RankedSegment[] = [];
  for (;;) {
    const page = await segmentsFrom(databaseId, params, question, rows.length, SAVED_AT_ONCE);
    rows.push(...page.items);
    if (page.items.length === 0 || rows.length >= page.total) return rows;
  }
}
