import { QueryClient } from "@tanstack/react-query";
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { meQuery } from "@/api/accounts";
import { Providers } from "@/app/providers";
import { type Case, CaseContext } from "@/case/case";
import { EvidenceContext } from "@/lib/evidence-context";
import { aDatabaseItem, anAdvice } from "@/test/builders";
import type { Shown } from "./shown";

const nothing = () => undefined;
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
const CASE: Case = {
  database: aDatabaseItem(),
  advice: anAdvice(),
  asked: {},
  leftOut: [],
  params: {},
  state: {},
  option: "segments",
  updating: false,
  beforeUpload: null,
  problem: null,
  retry: nothing,
  change: nothing,
};

/** Nobody answers: what is asked stays under way. */
function clientOf(lacks: Shown["lacks"] = []): QueryClient {
  const queries = { queryFn: () => new Promise<never>(nothing), staleTime: Infinity };
  const client = new QueryClient({ defaultOptions: { queries } });
  client.setQueryData(meQuery.queryKey, {
    lacks: lacks.map((scope) => ({ scope, role: "analyst" })),
  } as never);
  return client;
}

/** What components stand in: theme, a database, a router without pages, and a server that keeps silent. */
export const Stand = ({ lacks, children }: Pick<Shown, "lacks"> & { children: ReactNode }) => (
  <Providers client={clientOf(lacks)}>
    <RouterContextProvider router={router as never}>
      <EvidenceContext value={nothing}>
        <CaseContext value={CASE}>{children}</CaseContext>
      </EvidenceContext>
    </RouterContextProvider>
  </Providers>
);
