import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Targets, planQuery } from "@/api/plan";
import { asProblem } from "@/api/problem";
import type { Advice, OptionLine, OptionName, PlanDocument } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { waysToClear } from "@/features/options/view";
import type { PlanRevision, PlanUnderReview } from "@/api/plans";
import { targetsOf } from "@/features/review/asked";
import { DraftPlan } from "@/features/review/draft-plan";
import { PlansOfDatabase } from "@/features/review/plans-of-database";
import { isOffline } from "@/lib/offline";
import { isSet, optionLabel, optionSpec } from "@/lib/options";
import type { AdviceParams } from "@/lib/page-state";
import { Download } from "./download";
import { PlanView } from "./plan-view";
import { WhereFields } from "./where-fields";
import "./plan.css";

interface Props {
  databaseId: string;
  advice: Advice;
  option: OptionName;
  params: AdviceParams;
  /** A plan under review that gets a new revision, and the one it begins with. */
  revises?: { plan: PlanUnderReview; from: PlanRevision } | undefined;
}

/** The other options are of one SSD. */
const tiersOf = (advice: Advice, option: OptionName): string[] =>
  option === "tiers"
    ? (advice.tiers?.tiers ?? []).filter(({ arrives }) => arrives > 0).map(({ name }) => name)
    : [];

/** The server was away or failed; what it refuses it refuses again. */
const mayPass = (status: number) => status === 0 || status >= 500;

/** The plan of the option shown: what it does and needs, the names it uses, and its scripts. */
export function PlanPanel(props: Props) {
  const { databaseId, advice, option } = props;
  const chosen = advice.options.find((item) => item.option === option);
  if (chosen?.feasible && optionSpec(option).needs_flash)
    return <Planned {...props} chosen={chosen} />;
  return (
    <div className="stack">
      {!isOffline() && <PlansOfDatabase databaseId={databaseId} />}
      <WithoutScripts {...props} chosen={chosen} />
    </div>
  );
}

function WithoutScripts({
  databaseId,
  option,
  chosen,
}: Props & { chosen: OptionLine | undefined }) {
  if (!chosen && isSet(option))
    return (
      <Section title="Scripts" id="scripts">
        <p>
          The question names no set that is called {optionLabel(option)}. Name it under “Sets of
          segments”, or show another option above.
        </p>
      </Section>
    );
  if (!chosen || option === "none")
    return (
      <Section title="Scripts" id="scripts">
        <p>Doing nothing needs no scripts. Show another option above to get its scripts.</p>
      </Section>
    );
  if (!optionSpec(option).needs_flash)
    return (
      <Section title="Scripts" id="scripts">
        <p>
          A bigger buffer cache is memory, not SSD, and needs no scripts: see that the server has
          the memory, raise the cache’s size, and measure again.
        </p>
      </Section>
    );
  return <Blocked chosen={chosen} databaseId={databaseId} />;
}

function Blocked({ chosen, databaseId }: { chosen: OptionLine; databaseId: string }) {
  const ways = waysToClear(chosen);
  const sizes =
    chosen.state === "needs" && chosen.blocked_by.some(({ needs }) => needs === "sizes");
  return (
    <Section title={`Scripts: ${chosen.title}`} id="scripts">
      <div className="notice notice-warn stack-tight">
        {ways.length === 0 ? (
          <p>No scripts for this option: there is no gain to count on.</p>
        ) : (
          <>
            <p>No scripts for this option{chosen.state === "needs" && " yet"}:</p>
            <ul>
              {ways.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
        {sizes && (
          <p className="no-print">
            <Link
              to="/databases/$databaseId/segments"
              params={{ databaseId }}
              search={(old: object) => old}
              hash="sizes"
            >
              Add the sizes
            </Link>
          </p>
        )}
      </div>
    </Section>
  );
}

/** Asked again whenever where the scripts run or a name changes; not at all where the advice is against it. */
function Planned(props: Props & { chosen: OptionLine }) {
  const { databaseId, advice, option, params, chosen, revises } = props;
  const [targets, setTargets] = useState<Targets>(revises ? targetsOf(revises.from) : {});
  const [override, setOverride] = useState(revises?.from.override ?? false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const request = { databaseId, option, override, targets, params };
  const allowed = advice.verdict.move_allowed || override;
  const offline = isOffline();
  const plan = useQuery({ ...planQuery(request), enabled: allowed && !offline });
  const problem = plan.isError ? asProblem(plan.error) : null;
  const against =
    (problem?.code === "not-advised" ? problem.message : refusal) ??
    (advice.verdict.move_allowed ? null : advice.verdict.headline);
  const stopped = against !== null && !override;
  if (offline) return <SavedPlan chosen={chosen} plan={plan.data} />;
  return (
    <div className="stack">
      <PlansOfDatabase databaseId={databaseId} />
      <Section
        title={`Scripts: ${chosen.title}`}
        id="scripts"
        intro="Segtier writes the scripts and runs nothing. Read them, try them on a copy, then run them yourself."
      >
        <WhereFields
          option={option}
          parts={chosen.parts}
          tiers={tiersOf(advice, option)}
          targets={targets}
          onTargets={setTargets}
        />
        {against !== null && (
          <NotAdvised why={against} override={override} onOverride={setOverride} />
        )}
        <Download request={request} disabled={stopped} onRefused={setRefusal} />
      </Section>
      <Allowed scope="plans:write" to="draft plans">
        <DraftPlan request={request} disabled={stopped || problem !== null} revises={revises} />
      </Allowed>
      {problem && problem.code !== "not-advised" && (
        <ProblemNotice
          title="There is no plan for this"
          problem={problem}
          {...(mayPass(problem.status) && { onRetry: () => void plan.refetch() })}
        />
      )}
      {!problem && plan.data && !stopped && <PlanView plan={plan.data} />}
      {!problem && !plan.data && !stopped && (
        <p className="quiet plan-waiting">Working out the plan …</p>
      )}
    </div>
  );
}

/** In a saved file: what was asked before it was saved, and no scripts. */
function SavedPlan({ chosen, plan }: { chosen: OptionLine; plan: PlanDocument | undefined }) {
  return (
    <div className="stack">
      <Section title={`Scripts: ${chosen.title}`} id="scripts">
        <p>
          {plan ? "The scripts themselves are" : "The plan and the scripts are"} not in this file:
          open the database in Segtier to get them.
        </p>
      </Section>
      {plan && <PlanView plan={plan} />}
    </div>
  );
}

interface NotAdvisedProps {
  why: string;
  override: boolean;
  onOverride: (override: boolean) => void;
}

function NotAdvised({ why, override, onOverride }: NotAdvisedProps) {
  return (
    <div className="notice notice-warn stack-tight">
      <p>
        <strong>The advice is not to do this.</strong> {why}
      </p>
      <Checkbox
        label="I have read this and want the scripts all the same"
        checked={override}
        onChange={(event) => onOverride(event.target.checked)}
      />
    </div>
  );
}
