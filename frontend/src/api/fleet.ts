import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

/** Every database's answer in a row; where a budget is stated, what of it each should get. */
export const fleetQuery = (budget: string | undefined) =>
  queryOptions({
    queryKey: ["databases", "fleet", budget ?? ""],
    queryFn: () => take(client.GET("/api/v1/fleet", { params: { query: { budget } } })),
    placeholderData: keepPreviousData,
  });
