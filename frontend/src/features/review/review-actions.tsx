import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PlanRequest } from "@/api/plan";
import {
  type PlanAction,
  type PlanUnderReview,
  planReviewQuery,
  plansQuery,
  takeAction,
} from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ACTIONS, shortDigest, titleOf } from "./words";

interface Props {
  plan: PlanUnderReview;
  request: PlanRequest;
  disabled: boolean;
}

/** What whoever looks may do now; the server says which, and why not the others. */
export function ReviewActions({ plan, request, disabled }: Props) {
  const queries = useQueryClient();
  const [said, setSaid] = useState("");
  const act = useMutation({
    mutationFn: (action: PlanAction) => takeAction(plan, action, said, request),
    onSuccess: (now) => {
      setSaid("");
      queries.setQueryData(planReviewQuery(request.databaseId, plan.id).queryKey, now);
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: plansQuery(request.databaseId).queryKey }),
  });
  const open = plan.actions.filter((one) => one.open);
  const others = plan.actions.filter((one) => !one.open);
  const notMine = plan.state === "in-review" && others.find(({ action }) => action === "approve");
  const problem = act.isError ? asProblem(act.error) : null;
  const reason = plan.reason_needed && open.some(({ action }) => action === "submit");
  const words = ({ action }: { action: PlanAction }) =>
    action === "approve"
      ? `Approve revision ${plan.revision}, ${shortDigest(plan.digest)}`
      : ACTIONS[action];
  return (
    <div className="stack-tight no-print">
      {open.length > 0 && (
        <Textarea
          label={reason ? "Why it goes on in spite of the warnings" : "Comment to what you do"}
          autosize
          minRows={2}
          maxLength={4000}
          value={said}
          onChange={(event) => setSaid(event.target.value)}
        />
      )}
      <div className="row">
        {open.map((one) => (
          <Button
            key={one.action}
            variant="default"
            disabled={
              act.isPending ||
              (one.action === "revise" && (disabled || plan.option !== request.option)) ||
              (one.action === "submit" && reason && said.trim() === "")
            }
            onClick={() => act.mutate(one.action)}
          >
            {words(one)}
          </Button>
        ))}
      </div>
      {plan.option !== request.option && open.some(({ action }) => action === "revise") && (
        <p className="small">
          To make a new revision, choose {titleOf(plan.option)} on the Options tab first: this page
          shows another option.
        </p>
      )}
      {problem && (
        <ProblemNotice
          problem={problem}
          {...(problem.code === "changed-since" && {
            title: "Somebody was first. Above is what it is now; your text is still here.",
          })}
        />
      )}
      {notMine && <p>You cannot approve it. {notMine.refused_because}</p>}
      {others.length > 0 && (
        <details>
          <summary>What you cannot do now, and why</summary>
          <ul className="small">
            {others.map(({ action, refused_because }) => (
              <li key={action}>
                {ACTIONS[action]}: {refused_because}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
