import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";
import { asProblem } from "./problem";
import type { Evidence, FoundPlace } from "./types";

function locate(evidence: Evidence, field: string | null): Promise<FoundPlace> {
  const { source, section, occurrence, row } = evidence;
  const query = { source: source ?? "", section, occurrence, row, field };
  return take(client.GET("/api/v1/evidence", { params: { query } }));
}

/** The cell; the whole row where this report's table has no such column. */
async function locateCellOrRow(evidence: Evidence): Promise<FoundPlace> {
  const field = evidence.column;
  if (!field) return locate(evidence, null);
  return locate(evidence, field).catch((error: unknown) => {
    if (asProblem(error).status === 0) throw error;
    return locate(evidence, null);
  });
}

/** The address of the uploaded file as a page, scrolled to the row; to the cell where there is one. */
export function shownAt(evidence: Evidence, hasCell: boolean): string {
  const { source, section, occurrence, row, column } = evidence;
  const query = new URLSearchParams({
    source: source ?? "",
    section,
    occurrence: String(occurrence),
    row: String(row),
  });
  if (hasCell && column) query.set("field", column);
  return `/api/v1/evidence/page?${query}#segtier-here`;
}

/** The place in the uploaded file a figure came from. */
export const evidenceQuery = (evidence: Evidence) =>
  queryOptions({
    queryKey: ["evidence", evidence],
    queryFn: () => locateCellOrRow(evidence),
    staleTime: Infinity,
  });
