import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { type Case, CaseContext } from "@/case/case";
import { EvidenceContext, type OpenEvidence } from "@/lib/evidence-context";
import { aDatabaseItem, anAdvice } from "./builders";

/** Renders with the providers that components stand in; server answers are put into the client by the test. */
export function show(children: ReactNode, onEvidence: OpenEvidence = () => undefined) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const shown = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router as never}>
          <EvidenceContext value={onEvidence}>{children}</EvidenceContext>
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, client };
}

/** The same below the header of a database; says what was given and what was changed. */
export function showInCase(children: ReactNode, part: Partial<Case> = {}) {
  const given: Case = {
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
    retry: () => undefined,
    change: () => undefined,
    ...part,
  };
  return show(<CaseContext value={given}>{children}</CaseContext>);
}
