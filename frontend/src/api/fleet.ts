import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

const AGAIN_MS = 3_000;

/** Every database's answer in a row; where a budget is stated, what of it each should get. Asked again until all are answered. */
export const fleetQuery = (budget: string | undefined) =>
  queryOptions({
    queryKey: ["databases", "fleet", budget ?? ""],
    queryFn: () => take(client.GET("/api/v1/fleet", { params: { query: { budget } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((row) => row.pending || row.stale) && AGAIN_MS,
  });
