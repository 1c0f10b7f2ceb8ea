/** The case on the page as one file to send round. */

import { type QueryClient, dehydrate } from "@tanstack/react-query";
import {
  adviceQuery,
  comparisonQuery,
  frontierQuery,
  optionDetailsQuery,
  presentAdvice,
  segmentFacetsQuery,
  segmentMapQuery,
  segmentsQuery,
  sourcesQuery,
} from "@/api/advice";
import { databaseQuery } from "@/api/databases";
import { devicesQuery } from "@/api/devices";
import { planQuery } from "@/api/plan";
import { publishedQuery } from "@/api/published";
import { reportsQuery } from "@/api/reports";
import type { Case } from "@/case/case";
import { comparedHours, isCompared } from "@/features/measured/window";
import { saveFile } from "@/lib/download";
import { withCase } from "@/lib/offline";
import { writeSearch } from "@/lib/page-state";

const TEMPLATE = "/offline.html";

/** Everything the tabs ask for; what the server refuses is refused in the file as well. */
async function fetchAll(client: QueryClient, shown: Case) {
  const { database, advice, asked, params, state, option } = shown;
  const { id } = database;
  const question = { option, sort: "rank", direction: "asc", filter: "" } as const;
  await Promise.all([
    client.prefetchQuery(databaseQuery(id)),
    client.prefetchQuery(adviceQuery(id, asked)),
    client.prefetchQuery(optionDetailsQuery(id, asked)),
    client.prefetchQuery(sourcesQuery(id, asked)),
    client.prefetchQuery(frontierQuery(id, asked)),
    client.prefetchQuery(segmentsQuery(id, asked, question, 0)),
    client.prefetchQuery(segmentFacetsQuery(id, asked)),
    client.prefetchQuery(segmentMapQuery(id, asked, option)),
    client.prefetchQuery(reportsQuery(id)),
    client.prefetchQuery(devicesQuery),
    client.prefetchQuery(publishedQuery),
    ...(advice?.verdict.move_allowed && option !== "none"
      ? [
          client.prefetchQuery(
            planQuery({ databaseId: id, option, override: false, targets: {}, params }),
          ),
        ]
      : []),
    ...(database.after_reports > 0 || isCompared(state)
      ? [state.applied ?? option, option].map((applied) =>
          client.prefetchQuery(comparisonQuery(id, applied, asked, comparedHours(state))),
        )
      : []),
  ]);
}

/** The answer on the page; where it is from before an upload the present one, and all that is beside it is fetched anew. */
async function presentOf(client: QueryClient, { database, advice, asked }: Case) {
  if (!advice?.before_upload) return advice;
  const present = await presentAdvice(database.id, asked);
  await client.invalidateQueries({ queryKey: ["databases", database.id] });
  return present;
}

/** Fetches what is missing and hands the file to the browser's download. */
export async function saveCase(client: QueryClient, shown: Case): Promise<void> {
  const template = fetch(TEMPLATE).then((answer) => answer.text());
  await fetchAll(client, { ...shown, advice: await presentOf(client, shown) });
  const { database, state } = shown;
  const dehydrated = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) =>
      status === "success" &&
      (queryKey[0] !== "databases" || queryKey[1] === database.id) &&
      queryKey[0] !== "uploads" &&
      queryKey[0] !== "batches",
  });
  const saved = {
    databaseId: database.id,
    search: writeSearch(state),
    savedAt: new Date().toISOString(),
    state: dehydrated,
  };
  const page = withCase(await template, saved);
  saveFile(new Blob([page], { type: "text/html" }), `segtier-${database.name}.html`);
}
