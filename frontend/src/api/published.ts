import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

/** What papers measured of each option; the same for every database. */
export const publishedQuery = queryOptions({
  queryKey: ["published"],
  queryFn: () => take(client.GET("/api/v1/published")),
  staleTime: Infinity,
});
