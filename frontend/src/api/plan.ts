import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OptionName, PlanDocument } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";
import { problemFrom, unreachable } from "./problem";
import type { operations } from "./schema.gen";

type Query = NonNullable<operations["getPlan"]["parameters"]["query"]>;

/** Where the scripts run and the names they use; the server checks each one. */
export type Targets = Pick<
  Query,
  Extract<keyof Query, `${string}_tablespace` | `${string}_diskgroup` | "target" | `rds_${string}`>
>;

export interface PlanRequest {
  databaseId: string;
  option: OptionName;
  override: boolean;
  targets: Targets;
  params: AdviceParams;
}

/** The address of the plan as data, or of its scripts. */
export function planUrl(what: "plan" | "bundle", request: PlanRequest): string {
  const { databaseId, option, override, targets, params } = request;
  const query = new URLSearchParams({ option, override: String(override) });
  for (const [name, value] of Object.entries({ ...params, ...targets }))
    for (const one of [value].flat())
      if (one != null && one !== "") query.append(name, String(one));
  return `/api/v1/databases/${encodeURIComponent(databaseId)}/${what}?${query}`;
}

async function ask(url: string): Promise<Response> {
  const response = await fetch(url).catch((): never => {
    throw unreachable();
  });
  if (!response.ok) throw problemFrom(response.status, await response.json().catch(() => null));
  return response;
}

/** The plan as data; a Problem, among them 409 `not-advised` where the advice is not to move. */
export const planQuery = (request: PlanRequest) =>
  queryOptions({
    queryKey: ["databases", request.databaseId, "plan", request],
    queryFn: async () => (await (await ask(planUrl("plan", request))).json()) as PlanDocument,
    placeholderData: keepPreviousData,
    // Ten thousand operations: nothing is gained by looking which of them are the same.
    structuralSharing: false,
    retry: false,
  });

function fileName(response: Response, fallback: string): string {
  const header = response.headers.get("content-disposition") ?? "";
  return /filename="?([^";]+)"?/.exec(header)?.[1] ?? fallback;
}

/** A file as the server names it; throws a Problem. */
export async function fetchFile(
  url: string,
  fallback: string,
): Promise<{ blob: Blob; name: string }> {
  const response = await ask(url);
  return { blob: await response.blob(), name: fileName(response, fallback) };
}

/** The bundle as a file; throws the same Problems. */
export const fetchBundle = (request: PlanRequest) =>
  fetchFile(planUrl("bundle", request), `segtier-${request.option}.zip`);
