import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

/** What the collector reads, and the grants it needs; the same for as long as the server runs. */
export const collectorQuery = queryOptions({
  queryKey: ["collector"],
  queryFn: () => take(client.GET("/api/v1/collector")),
  staleTime: Infinity,
});

/** Where a script of the collector is downloaded from. */
export const collectorFile = (name: string) => `/api/v1/collector/${name}`;
