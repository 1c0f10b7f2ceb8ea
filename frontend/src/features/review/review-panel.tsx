import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PlanRequest } from "@/api/plan";
import { usePlanEvents } from "@/api/events";
import { type PlanItem, draftPlan, plansQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { PlanReview } from "./plan-review";
import { STATES, momentOf, titleOf } from "./words";
import "./review.css";

interface Props {
  request: PlanRequest;
  disabled: boolean;
  /** False where the option shown has no scripts: only plans that are there already can be looked at. */
  draftable?: boolean;
}

const lineOf = ({ option, created_at, author_name, state }: PlanItem) =>
  `${titleOf(option)}, ${momentOf(created_at)}, ${author_name}: ${STATES[state]}`;

/**
 * Plans that somebody drafted for others to look at, and the one that is open: also of another option than the one shown,
 * because whoever reviews has not set the page as its author had.
 */
export function ReviewPanel({ request, disabled, draftable = true }: Props) {
  const { databaseId, option } = request;
  const queries = useQueryClient();
  const plans = useQuery(plansQuery(databaseId));
  const [chosen, setChosen] = useState<string | null>(null);
  usePlanEvents(databaseId, () => {
    void queries.invalidateQueries({ queryKey: plansQuery(databaseId).queryKey });
  });
  const draft = useMutation({
    mutationFn: () => draftPlan(request, ""),
    onSuccess: ({ id }) => {
      setChosen(id);
      return queries.invalidateQueries({ queryKey: plansQuery(databaseId).queryKey });
    },
  });
  const all = plans.data?.items ?? [];
  const items = [
    ...all.filter((item) => item.option === option),
    ...all.filter((item) => item.option !== option),
  ];
  const open = items.find(({ id }) => id === chosen) ?? items[0];
  if (!draftable && items.length === 0) return null;
  return (
    <Section
      title="Review"
      id="review"
      intro="Somebody else looks at the plan before it is run. Kept to the byte; an approval is of these bytes, and seals the forecast."
    >
      <div className="row row-end no-print">
        {items.length > 1 && (
          <NativeSelect
            label="Plans of this database"
            data={items.map((item) => ({ value: item.id, label: lineOf(item) }))}
            value={open?.id ?? ""}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
        {draftable && (
          <Button
            variant="default"
            disabled={disabled || draft.isPending}
            onClick={() => draft.mutate()}
          >
            {draft.isPending ? "Writing the plan …" : "Draft this plan for review"}
          </Button>
        )}
      </div>
      {draft.isError && <ProblemNotice problem={asProblem(draft.error)} />}
      {plans.isError && <ProblemNotice problem={asProblem(plans.error)} />}
      {open && <PlanReview key={open.id} planId={open.id} request={request} disabled={disabled} />}
    </Section>
  );
}
