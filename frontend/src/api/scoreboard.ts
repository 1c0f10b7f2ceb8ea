import { queryOptions } from "@tanstack/react-query";
import type { OptionName } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";
import { client, take } from "./client";

/** Sealed forecasts beside what was measured: of one database, or of all. */
export const scoreboardQuery = (database?: string) =>
  queryOptions({
    queryKey: ["databases", "scoreboard", database ?? ""],
    queryFn: () => take(client.GET("/api/v1/scoreboard", { params: { query: { database } } })),
  });

/** Keeps the forecast of an option as it is now. */
export const sealForecast = (databaseId: string, option: OptionName, asked: AdviceParams) =>
  take(
    client.POST("/api/v1/databases/{database_id}/forecasts", {
      params: { path: { database_id: databaseId } },
      body: { ...asked, option },
    }),
  );
