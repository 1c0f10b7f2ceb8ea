import type { OptionName } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";
import { problemFrom, unreachable } from "./problem";

/** Names the scripts use; the server checks each one. */
export interface Targets {
  data_tablespace: string;
  index_tablespace: string;
  temp_tablespace: string;
  data_diskgroup: string;
  redo_diskgroup: string;
  temp_diskgroup: string;
  flash_diskgroup: string;
}

export interface BundleRequest {
  databaseId: string;
  option: OptionName;
  override: boolean;
  targets: Partial<Targets>;
  params: AdviceParams;
}

function bundleUrl({ databaseId, option, override, targets, params }: BundleRequest): string {
  const query = new URLSearchParams({ option, override: String(override) });
  for (const [name, value] of Object.entries({ ...params, ...targets }))
    if (value != null && value !== "") query.set(name, String(value));
  return `/api/v1/databases/${encodeURIComponent(databaseId)}/bundle?${query}`;
}

function fileName(response: Response, fallback: string): string {
  const header = response.headers.get("content-disposition") ?? "";
  return /filename="?([^";]+)"?/.exec(header)?.[1] ?? fallback;
}

/** The bundle as a file; throws a Problem, among them 409 `not-advised` where the advice is not to move. */
export async function fetchBundle(request: BundleRequest): Promise<{ blob: Blob; name: string }> {
  const response = await fetch(bundleUrl(request)).catch((): never => {
    throw unreachable();
  });
  if (!response.ok) throw problemFrom(response.status, await response.json().catch(() => null));
  return { blob: await response.blob(), name: fileName(response, `segtier-${request.option}.zip`) };
}
