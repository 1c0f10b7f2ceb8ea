import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AdviceParams } from "@/lib/page-state";
import { client, take } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Scenario = Schemas["ScenarioItem"];
export type ScenarioLine = Schemas["ScenarioLine"];

const scenariosKey = (databaseId: string) => ["databases", databaseId, "scenarios"] as const;

/** The oldest first. */
export const scenariosQuery = (databaseId: string) =>
  queryOptions({
    queryKey: [...scenariosKey(databaseId), "all"],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/scenarios", {
          params: { path: { database_id: databaseId } },
        }),
      ),
  });

/** Each is answered, which may take seconds the first time. */
export const sideBySideQuery = (databaseId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...scenariosKey(databaseId), "side", ids],
    queryFn: () =>
      take(
        client.GET("/api/v1/databases/{database_id}/scenarios/side-by-side", {
          params: { path: { database_id: databaseId }, query: { ids: ids.join(",") } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What is not stated may be left out; the generated type does not know it. */
export const keepScenario = (databaseId: string, name: string, asked: AdviceParams) =>
  take(
    client.POST("/api/v1/databases/{database_id}/scenarios", {
      params: { path: { database_id: databaseId } },
      body: { ...asked, name } as Schemas["NewScenario"],
    }),
  );

const one = (databaseId: string, scenarioId: string) => ({
  path: { database_id: databaseId, scenario_id: scenarioId },
});

export const renameScenario = (databaseId: string, scenarioId: string, name: string) =>
  take(
    client.PATCH("/api/v1/databases/{database_id}/scenarios/{scenario_id}", {
      params: one(databaseId, scenarioId),
      body: { name } as Schemas["ScenarioChange"],
    }),
  );

export const deleteScenario = (databaseId: string, scenarioId: string) =>
  take(
    client.DELETE("/api/v1/databases/{database_id}/scenarios/{scenario_id}", {
      params: one(databaseId, scenarioId),
    }),
  );
