import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: () => take(client.GET("/api/v1/devices")),
  staleTime: Infinity,
});
