import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PlanRequest } from "@/api/plan";
import { type PlanItem, draftPlan, plansQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { PlanReview } from "./plan-review";
import { STATES, momentOf } from "./words";
import "./review.css";

interface Props {
  request: PlanRequest;
  disabled: boolean;
}

const lineOf = ({ created_at, author_name, state }: PlanItem) =>
  `${momentOf(created_at)}, ${author_name}: ${STATES[state]}`;

/** Plans of this option that somebody drafted for others to look at, and the one that is open. */
export function ReviewPanel({ request, disabled }: Props) {
  const { databaseId, option } = request;
  const queries = useQueryClient();
  const plans = useQuery(plansQuery(databaseId));
  const [chosen, setChosen] = useState<string | null>(null);
  const draft = useMutation({
    mutationFn: () => draftPlan(request, ""),
    onSuccess: ({ id }) => {
      setChosen(id);
      return queries.invalidateQueries({ queryKey: plansQuery(databaseId).queryKey });
    },
  });
  const items = plans.data?.items.filter((item) => item.option === option) ?? [];
  const open = items.find(({ id }) => id === chosen) ?? items[0];
  return (
    <Section
      title="Review"
      id="review"
      intro="Somebody else looks at the plan before it is run. Kept to the byte; an approval is of these bytes, and seals the forecast."
    >
      <div className="row row-end no-print">
        {items.length > 1 && (
          <NativeSelect
            label="Plans of this option"
            data={items.map((item) => ({ value: item.id, label: lineOf(item) }))}
            value={open?.id ?? ""}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
        <Button
          variant="default"
          disabled={disabled || draft.isPending}
          onClick={() => draft.mutate()}
        >
          {draft.isPending ? "Writing the plan …" : "Draft this plan for review"}
        </Button>
      </div>
      {draft.isError && <ProblemNotice problem={asProblem(draft.error)} />}
      {plans.isError && <ProblemNotice problem={asProblem(plans.error)} />}
      {open && <PlanReview key={open.id} planId={open.id} request={request} disabled={disabled} />}
    </Section>
  );
}
