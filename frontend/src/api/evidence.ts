import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";
import type { Evidence } from "./types";

/** The place in the uploaded file a figure came from. */
export const evidenceQuery = (evidence: Evidence) =>
  queryOptions({
    queryKey: ["evidence", evidence],
    queryFn: () =>
      take(
        client.GET("/api/v1/evidence", {
          params: {
            query: {
              source: evidence.source ?? "",
              section: evidence.section,
              occurrence: evidence.occurrence,
              row: evidence.row,
              field: evidence.column ?? undefined,
            },
          },
        }),
      ),
    staleTime: Infinity,
  });
