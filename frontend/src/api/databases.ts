import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

const path = (id: string) => ({ path: { database_id: id } });

export const databasesQuery = queryOptions({
  queryKey: ["databases"],
  queryFn: () => take(client.GET("/api/v1/databases")),
});

export const databaseQuery = (id: string) =>
  queryOptions({
    queryKey: ["databases", id],
    queryFn: () => take(client.GET("/api/v1/databases/{database_id}", { params: path(id) })),
  });

/** `name`: as somebody typed it, where plans that were approved go with the database. */
export const deleteDatabase = (id: string, name?: string) =>
  take(
    client.DELETE("/api/v1/databases/{database_id}", {
      params: { ...path(id), query: name === undefined ? {} : { name } },
    }),
  );

export const putSizes = (id: string, text: string) =>
  take(client.PUT("/api/v1/databases/{database_id}/sizes", { params: path(id), body: { text } }));
