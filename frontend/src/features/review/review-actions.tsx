import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PLANS, type PlanAction, planReviewQuery, takeAction } from "@/api/plans";
import { asProblem } from "@/api/problem";
import type { PlanDocument } from "@/api/types";
import { optionName } from "@/lib/page-state";
import { ApproveDialog } from "./approve-dialog";
import { pageOf } from "./asked";
import { OpenThreads } from "./open-threads";
import { Refusal } from "./refusal";
import type { Shown } from "./shown";
import { ACTIONS, shortDigest } from "./words";

interface Props {
  shown: Shown;
  /** What the revision stores; nothing is approved before it is there to be read. */
  document: PlanDocument | undefined;
}

type Taken = Exclude<PlanAction, "revise" | "approve">;
const TAKEN: readonly Taken[] = ["submit", "withdraw", "reject", "mark-applied"];

/** What whoever looks may do now; the server says which, and why not the others. */
export function ReviewActions({ shown, document }: Props) {
  const { plan, revision, current } = shown;
  const queries = useQueryClient();
  const [said, setSaid] = useState("");
  const [asked, setAsked] = useState<Shown | null>(null);
  const act = useMutation({
    mutationFn: (action: Taken) => takeAction({ ...plan, digest: revision.digest }, action, said),
    onSuccess: (now) => {
      setSaid("");
      queries.setQueryData(planReviewQuery(plan.id).queryKey, now);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PLANS }),
  });
  const open = new Set(plan.actions.filter((one) => one.open).map(({ action }) => action));
  const others = plan.actions.filter((one) => !one.open);
  const approve = plan.actions.find(({ action }) => action === "approve");
  const held = approve?.refused_code === "open-comments";
  const reason = plan.reason_needed && open.has("submit");
  const problem = act.isError ? asProblem(act.error) : null;
  return (
    <div className="stack-tight no-print">
      {plan.state === "in-review" && <OpenThreads plan={plan} />}
      {open.size > 0 && (
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
        {(open.has("approve") || held) && (
          <Button
            variant="default"
            disabled={held || !current || !document || act.isPending}
            title={held ? (approve.refused_because ?? undefined) : undefined}
            onClick={() => setAsked(shown)}
          >
            Approve revision {revision.number}, {shortDigest(revision.digest)}
          </Button>
        )}
        {TAKEN.filter((one) => open.has(one)).map((action) => (
          <Button
            key={action}
            variant="default"
            disabled={
              !current || act.isPending || (action === "submit" && reason && said.trim() === "")
            }
            onClick={() => act.mutate(action)}
          >
            {ACTIONS[action]}
          </Button>
        ))}
        {open.has("revise") && current && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/databases/$databaseId/plan"
                params={{ databaseId: plan.database_id }}
                search={{
                  ...pageOf(revision).params,
                  option: optionName(plan.option),
                  revises: plan.id,
                }}
                {...props}
              />
            )}
          >
            {ACTIONS.revise}
          </Button>
        )}
      </div>
      {problem && <Refusal problem={problem} />}
      {plan.state === "in-review" && approve && !approve.open && !held && (
        <p>You cannot approve it. {approve.refused_because}</p>
      )}
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
      {asked && document && (
        <ApproveDialog
          shown={asked}
          document={document}
          said={said}
          onClose={() => setAsked(null)}
          onApproved={() => setSaid("")}
        />
      )}
    </div>
  );
}
