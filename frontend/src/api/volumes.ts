import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AdviceParams } from "@/lib/page-state";
import type { Renting } from "@/lib/question";
import { client, take } from "./client";

/** The catalogue of kinds. */
export const volumeKindsQuery = queryOptions({
  queryKey: ["volumes"],
  queryFn: () => take(client.GET("/api/v1/volumes")),
  staleTime: Infinity,
});

/**
 * Rented volumes for the best segments, and what else could be bought, for one database and one question; `volume`: only
 * these kinds, none means all.
 */
export const volumesQuery = (
  databaseId: string,
  params: AdviceParams,
  renting: Renting,
  volume: string[],
) =>
  queryOptions({
    queryKey: ["databases", databaseId, "volumes", params, renting, volume],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/volumes", {
          params: { path: { database_id: databaseId }, query: { ...params, ...renting, volume } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
