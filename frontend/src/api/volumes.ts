import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AdviceParams } from "@/lib/page-state";
import type { Renting } from "@/lib/question";
import { client, take } from "./client";

/** Rented volumes for the best segments, and what else could be bought, for one database and one question. */
export const volumesQuery = (databaseId: string, params: AdviceParams, renting: Renting) =>
  queryOptions({
    queryKey: ["databases", databaseId, "volumes", params, renting],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/volumes", {
          params: { path: { database_id: databaseId }, query: { ...params, ...renting } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
