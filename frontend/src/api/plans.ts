import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";
import { type PlanRequest, fetchFile } from "./plan";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type PlanItem = Schemas["PlanItem"];
export type PlanUnderReview = Schemas["PlanUnderReview"];
export type PlanRevision = Schemas["PlanRevision"];
export type PlanAction = PlanUnderReview["actions"][number]["action"];
export type PlanComment = Schemas["PlanComment"];
export type PlanDifference = Schemas["PlanDifference"];

/** What came with an action: a reason, a comment, or what is new. */
export type Said = string;

/** All that is read of plans and can change; a revision cannot. */
export const PLANS = ["plans"] as const;

/** A revision never changes, so these are read once. */
const revisionKey = (planId: string, revision: number) => ["revisions", planId, revision] as const;

/** Plans of a database under review, the newest first. */
export const plansQuery = (databaseId: string) =>
  queryOptions({
    queryKey: [...PLANS, "of", databaseId],
    queryFn: () =>
      take(client.GET("/api/v1/plans", { params: { query: { database: databaseId } } })),
  });

/** Of every database, to be approved or carried out; asked anew by each page that shows them. */
export const waitingPlansQuery = queryOptions({
  queryKey: [...PLANS, "waiting"],
  queryFn: () => take(client.GET("/api/v1/plans", { params: { query: { waiting: true } } })),
});

export const planReviewQuery = (planId: string) =>
  queryOptions({
    queryKey: [...PLANS, "one", planId],
    queryFn: () =>
      take(client.GET("/api/v1/plans/{plan_id}", { params: { path: { plan_id: planId } } })),
  });

/** What one revision changes of another. */
export const planDifferenceQuery = (planId: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...revisionKey(planId, to), "since", from],
    queryFn: () =>
      take(
        client.GET("/api/v1/plans/{plan_id}/difference", {
          params: { path: { plan_id: planId }, query: { from, to } },
        }),
      ),
    staleTime: Infinity,
  });

/** The plan of a revision as data. */
export const planRevisionQuery = (planId: string, revision: number) =>
  queryOptions({
    queryKey: revisionKey(planId, revision),
    queryFn: () =>
      take(
        client.GET("/api/v1/plans/{plan_id}/revisions/{number}", {
          params: { path: { plan_id: planId, number: revision } },
        }),
      ),
    staleTime: Infinity,
  });

/** One file of a revision, as it was written. */
export const revisionFileQuery = (planId: string, revision: number, path: string) =>
  queryOptions({
    queryKey: [...revisionKey(planId, revision), path],
    queryFn: () =>
      take(
        client.GET("/api/v1/plans/{plan_id}/revisions/{number}/file", {
          params: { path: { plan_id: planId, number: revision }, query: { path } },
          parseAs: "text",
        }),
      ),
    staleTime: Infinity,
  });

/** The address of a revision's plan as data. */
export const revisionUrl = (planId: string, revision: number): string =>
  `/api/v1/plans/${encodeURIComponent(planId)}/revisions/${revision}`;

/** The scripts of a revision as a file. */
export const fetchRevisionBundle = (planId: string, revision: number) =>
  fetchFile(`${revisionUrl(planId, revision)}/bundle`, `segtier-${planId}-r${revision}.zip`);

/** What a revision is made from. What is not stated may be left out; the generated type does not know it. */
const written = ({ override, targets, params }: PlanRequest, note: Said) => ({
  ...params,
  ...targets,
  override,
  note,
});

export const draftPlan = (request: PlanRequest, note: Said) =>
  take(
    client.POST("/api/v1/databases/{database_id}/plans", {
      params: { path: { database_id: request.databaseId } },
      body: { ...written(request, note), option: request.option } as Schemas["PlanToDraft"],
    }),
  );

/** A plan as somebody read it: what they do is refused (412) where somebody changed it since. */
type Read = Pick<PlanUnderReview, "id" | "etag" | "digest">;

const asRead = ({ id, etag }: Read) => ({ path: { plan_id: id }, header: { "If-Match": etag } });

export const revisePlan = (plan: Read, request: PlanRequest, note: Said) =>
  take(
    client.POST("/api/v1/plans/{plan_id}/revisions", {
      params: asRead(plan),
      body: written(request, note) as Schemas["PlanToRevise"],
    }),
  );

/** Takes an action on the plan as it was read; what is judged is the digest that was read. */
export function takeAction(
  plan: Read,
  action: Exclude<PlanAction, "revise">,
  said: Said,
): Promise<PlanUnderReview> {
  const params = asRead(plan);
  switch (action) {
    case "submit":
      return take(
        client.POST("/api/v1/plans/{plan_id}/submit", { params, body: { reason: said } }),
      );
    case "withdraw":
      return take(
        client.POST("/api/v1/plans/{plan_id}/withdraw", { params, body: { comment: said } }),
      );
    case "mark-applied":
      return take(
        client.POST("/api/v1/plans/{plan_id}/applied", { params, body: { comment: said } }),
      );
    case "approve":
    case "reject": {
      const body = { verdict: action, digest: plan.digest, comment: said };
      return take(client.POST("/api/v1/plans/{plan_id}/reviews", { params, body }));
    }
  }
}

/** An operation, a file or a line of it in the current revision; with none of them the plan. */
export interface CommentOn {
  operation?: string | null;
  file?: string | null;
  line?: number | null;
}

export const addComment = (planId: string, text: string, about: CommentOn) =>
  take(
    client.POST("/api/v1/plans/{plan_id}/comments", {
      params: { path: { plan_id: planId } },
      body: { text, ...about },
    }),
  );

export const resolveComment = (planId: string, commentId: string, resolved: boolean) =>
  take(
    client.PATCH("/api/v1/plans/{plan_id}/comments/{comment_id}", {
      params: { path: { plan_id: planId, comment_id: commentId } },
      body: { resolved },
    }),
  );
