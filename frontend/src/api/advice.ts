import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OptionName } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";
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

/** Measured after the change, beside before and the forecast of one option. */
export const comparisonQuery = (databaseId: string, option: OptionName, params: AdviceParams) =>
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
