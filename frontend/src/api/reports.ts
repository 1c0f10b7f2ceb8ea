import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";

export type ReportPeriod = "before" | "after" | "ignored";

export const reportsQuery = (databaseId: string) =>
  queryOptions({
    queryKey: ["databases", databaseId, "reports"],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/reports", {
          params: { path: { database_id: databaseId } },
        }),
      ),
  });

export const setReportPeriod = (reportId: string, period: ReportPeriod) =>
  take(
    client.PATCH("/api/v1/reports/{report_id}", {
      params: { path: { report_id: reportId } },
      body: { period },
    }),
  );

/** Says which database an export belongs to; exports name none. */
export const setReportDatabase = (reportId: string, databaseId: string) =>
  take(
    client.PATCH("/api/v1/reports/{report_id}", {
      params: { path: { report_id: reportId } },
      body: { database_id: databaseId },
    }),
  );
