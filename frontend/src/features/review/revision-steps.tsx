import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CommentOn, type PlanUnderReview, planRevisionQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import type { Operation, PlanDocument } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { OperationList } from "@/features/plan/operation-list";
import { type PlannedStep, plannedSteps } from "@/features/plan/operation-text";
import { plural } from "@/lib/format";
import { commentsOn, wordsOf } from "./about";
import { CommentList } from "./comment";
import { CommentForm } from "./comment-form";
import { FileText } from "./file-text";

/** The plan as it is under review, which need not be what is set on the page: its statements and files, with what was said of each. */
export function RevisionPlan({ plan }: { plan: PlanUnderReview }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What revision {plan.revision} does: its statements and its files</summary>
      {open && <Read plan={plan} />}
    </details>
  );
}

function Read({ plan }: { plan: PlanUnderReview }) {
  const { data, error } = useQuery(planRevisionQuery(plan.id, plan.revision));
  if (error) return <ProblemNotice problem={asProblem(error)} />;
  if (!data) return <p className="quiet">Reading the revision …</p>;
  const steps = plannedSteps(data);
  return (
    <div className="stack-tight">
      {steps.map((step) => (
        <Step key={step.step.file} plan={plan} {...step} />
      ))}
      <OtherFiles plan={plan} document={data} steps={steps} />
    </div>
  );
}

function Step({ plan, step, operations }: PlannedStep & { plan: PlanUnderReview }) {
  const beside = ({ id }: Operation) => <Beside plan={plan} on={{ operation: id }} />;
  return (
    <div className="review-step">
      <p>
        <strong>{step.what}</strong> <code className="quiet">{step.file}</code>
      </p>
      {operations.length > 0 && (
        <Folded title={`${plural(operations.length, "statement")}${saidOf(plan, operations)}`}>
          <OperationList
            operations={operations}
            label={`Statements of ${step.file} in revision ${plan.revision}`}
            beside={beside}
          />
        </Folded>
      )}
      <OneFile plan={plan} path={step.file} />
    </div>
  );
}

/** Files of the signed core that are no step: settings, libraries, the way back. */
function OtherFiles({
  plan,
  document,
  steps,
}: {
  plan: PlanUnderReview;
  document: PlanDocument;
  steps: readonly PlannedStep[];
}) {
  const isStep = new Set(steps.map(({ step }) => step.file));
  const others = document.files.filter(({ path, signed }) => signed && !isStep.has(path));
  return (
    <Folded title={plural(others.length, "other file")}>
      <div className="stack-tight review-inner">
        {others.map(({ path }) => (
          <OneFile key={path} plan={plan} path={path} />
        ))}
      </div>
    </Folded>
  );
}

function OneFile({ plan, path }: { plan: PlanUnderReview; path: string }) {
  const said = plan.comments.filter((one) => one.file === path && !one.outdated).length;
  return (
    <Folded title={`${path}, line by line${said ? `, ${plural(said, "comment")}` : ""}`}>
      <div className="stack-tight">
        <CommentList plan={plan} comments={commentsOn(plan.comments, { file: path })} beside />
        <FileText plan={plan} path={path} />
      </div>
    </Folded>
  );
}

/** What was said of one thing, and room to say something. */
function Beside({ plan, on }: { plan: PlanUnderReview; on: CommentOn }) {
  const [writing, setWriting] = useState(false);
  return (
    <div className="stack-tight">
      <CommentList plan={plan} comments={commentsOn(plan.comments, on)} beside />
      {writing ? (
        <CommentForm plan={plan} on={on} onDone={() => setWriting(false)} />
      ) : (
        <div className="no-print">
          <Button variant="default" size="compact-sm" onClick={() => setWriting(true)}>
            Comment<span className="visually-hidden"> on {wordsOf(on)}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

const saidOf = ({ comments }: PlanUnderReview, operations: readonly Operation[]) => {
  const ids = new Set(operations.map(({ id }) => id));
  const said = comments.filter((one) => one.operation && !one.outdated && ids.has(one.operation));
  return said.length > 0 ? `, ${plural(said.length, "comment")}` : "";
};

/** Its content is not there before it is opened. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      {open && children}
    </details>
  );
}
