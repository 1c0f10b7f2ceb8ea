import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditState } from "@/lib/audit-state";
import { dayAfter } from "@/lib/audit-state";
import { client, take } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type AuditEntry = Schemas["AuditItem"];
export type AuditVerdict = Schemas["AuditVerdictItem"];

const midnight = (day: string) => `${day}T00:00:00Z`;

/** Entries that fit, the newest first, a page at a time. Days are days of UTC, and count whole. */
export const auditQuery = ({ who, what, database, from, to, entry }: AuditState) =>
  infiniteQueryOptions({
    queryKey: ["audit", { who, what, database, from, to, entry }],
    queryFn: ({ pageParam }) =>
      take(
        client.GET("/api/v1/audit", {
          params: {
            query: {
              who: who ?? null,
              what: what ?? null,
              database: database ?? null,
              since: from ? midnight(from) : null,
              until: to ? midnight(dayAfter(to)) : null,
              before: entry === undefined ? null : entry + 1,
              cursor: pageParam,
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Whether all of it holds, and an earlier head is still there. */
export const verifyAudit = (head: string) =>
  take(client.GET("/api/v1/audit/verdict", { params: { query: { head: head || null } } }));
