import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AdviceParams } from "@/lib/page-state";
import { client, take } from "./client";
import type { Drift } from "./types";

/** Whether the segments on SSD, or those of the one set that is asked with, still earn their place. */
export const driftQuery = (databaseId: string, params: AdviceParams) =>
  queryOptions({
    queryKey: ["databases", databaseId, "drift", params],
    // The client's types make lists of pairs.
    queryFn: async () =>
      (await take(
        client.GET("/api/v1/databases/{database_id}/drift", {
          params: { path: { database_id: databaseId }, query: params },
        }),
      )) as Drift,
    placeholderData: keepPreviousData,
  });
