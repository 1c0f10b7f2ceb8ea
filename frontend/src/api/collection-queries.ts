import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

export const collectionQueriesQuery = queryOptions({
  queryKey: ["collection-queries"],
  queryFn: () => take(client.GET("/api/v1/collection-queries")),
  staleTime: Infinity,
});
