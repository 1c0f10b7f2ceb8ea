import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { PlanRequest } from "@/api/plan";
import {
  PLANS,
  type PlanRevision,
  type PlanUnderReview,
  draftPlan,
  planReviewQuery,
  revisePlan,
} from "@/api/plans";
import { asProblem } from "@/api/problem";
import { Section } from "@/components/ui/section";
import { pageOf } from "./asked";
import { Refusal } from "./refusal";
import { titleOf } from "./words";

interface Props {
  request: PlanRequest;
  disabled: boolean;
  /** The plan that may get a new revision of what is set, and the revision that the page began with. */
  revises: { plan: PlanUnderReview; from: PlanRevision } | undefined;
}

/** Keeps what is set on the page as a plan for others to look at, or as the next revision of one; then shows that. */
export function DraftPlan({ request, disabled, revises }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keep = useMutation({
    mutationFn: (plan: PlanUnderReview | null) =>
      plan ? revisePlan(plan, request, "") : draftPlan(request, ""),
    onSuccess: async (kept) => {
      queries.setQueryData(planReviewQuery(kept.id).queryKey, kept);
      await queries.invalidateQueries({ queryKey: PLANS, refetchType: "none" });
      await navigate({
        to: "/plans/$planId",
        params: { planId: kept.id },
        search: { revision: kept.revision },
      });
    },
    onError: () => queries.invalidateQueries({ queryKey: PLANS }),
  });
  return (
    <Section
      title="Review"
      id="review"
      intro="Somebody else looks at the plan before it is run. Kept to the byte; an approval is of these bytes, and seals the forecast."
    >
      {revises && <Revising {...revises} option={request.option} />}
      <div className="row row-end no-print">
        {revises && (
          <Button
            disabled={disabled || keep.isPending || !fits(revises, request.option)}
            onClick={() => keep.mutate(revises.plan)}
          >
            Make revision {revises.plan.revision + 1} of what is set here
          </Button>
        )}
        <Button
          variant="default"
          disabled={disabled || keep.isPending}
          onClick={() => keep.mutate(null)}
        >
          {keep.isPending ? "Writing the plan …" : "Draft this plan for review"}
        </Button>
      </div>
      {keep.isError && <Refusal problem={asProblem(keep.error)} />}
    </Section>
  );
}

/** It is of the plan's option, and nobody made another revision since the page began. */
const fits = ({ plan, from }: NonNullable<Props["revises"]>, option: string): boolean =>
  plan.option === option && plan.revision === from.number;

function Revising({ plan, from, option }: NonNullable<Props["revises"]> & { option: string }) {
  const { left } = pageOf(from);
  return (
    <div className="notice stack-tight">
      <p>
        You are writing the next revision of{" "}
        <Link to="/plans/$planId" params={{ planId: plan.id }} search={{ revision: plan.revision }}>
          {titleOf(plan.option)}, revision {plan.revision}
        </Link>
        , by {plan.author_name}. The page began with what revision {from.number} asks.
      </p>
      {plan.option !== option && (
        <p>
          A plan keeps its option: choose {titleOf(plan.option)} on the Options tab first. This page
          shows another option.
        </p>
      )}
      {plan.revision !== from.number && (
        <p>
          <strong>Revision {plan.revision} was made meanwhile.</strong> Open it, and make the next
          revision from there: what is set here does not know it.
        </p>
      )}
      {left.length > 0 && (
        <p>
          <strong>This page cannot state {left.join(", ")}.</strong> Revision {from.number} does: a
          revision made here goes without. Make it over REST to keep them.
        </p>
      )}
    </div>
  );
}
