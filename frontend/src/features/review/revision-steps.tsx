import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { CommentOn } from "@/api/plans";
import type { Operation, PlanDocument } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { Section } from "@/components/ui/section";
import { OperationList } from "@/features/plan/operation-list";
import { type PlannedStep, plannedSteps } from "@/features/plan/operation-text";
import { PlanStep } from "@/features/plan/plan-steps";
import { plural } from "@/lib/format";
import { commentsOn, wordsOf } from "./about";
import { CommentList } from "./comment";
import { CommentForm } from "./comment-form";
import { FileText } from "./file-text";
import type { Shown } from "./shown";

interface Props {
  shown: Shown;
  document: PlanDocument;
}

/** What a revision runs, in order: statements and files as they were kept, with what was said of each. */
export function RevisionSteps({ shown, document }: Props) {
  const steps = plannedSteps(document);
  return (
    <Section title="Steps, in order" long>
      <ol className="plan-steps">
        {steps.map(({ step, operations }) => (
          <PlanStep key={step.file} step={step}>
            <Statements shown={shown} step={step} operations={operations} />
            <OneFile shown={shown} path={step.file} />
          </PlanStep>
        ))}
      </ol>
      <OtherFiles shown={shown} document={document} steps={steps} />
    </Section>
  );
}

function Statements({ shown, step, operations }: PlannedStep & { shown: Shown }) {
  if (operations.length === 0) return null;
  const extra = ({ id }: Operation) => <Comments shown={shown} on={{ operation: id }} />;
  return (
    <Folded title={`${plural(operations.length, "statement")}${saidOf(shown, operations)}`}>
      <OperationList
        operations={operations}
        label={`Statements of ${step.file}`}
        {...(shown.live && { extra })}
      />
    </Folded>
  );
}

/** Files of the signed core that are no step: settings, libraries, the way back. */
function OtherFiles({ shown, document, steps }: Props & { steps: readonly PlannedStep[] }) {
  const isStep = new Set(steps.map(({ step }) => step.file));
  const others = document.files.filter(({ path, signed }) => signed && !isStep.has(path));
  return (
    <Folded title={plural(others.length, "other file")}>
      <div className="stack-tight review-inner">
        {others.map(({ path }) => (
          <OneFile key={path} shown={shown} path={path} />
        ))}
      </div>
    </Folded>
  );
}

function OneFile({ shown, path }: { shown: Shown; path: string }) {
  const comments = shown.live ? shown.plan.comments : [];
  const said = comments.filter((one) => one.file === path && !one.outdated).length;
  return (
    <Folded title={`${path}, line by line${said ? `, ${plural(said, "comment")}` : ""}`}>
      <div className="stack-tight">
        <CommentList shown={shown} comments={commentsOn(comments, { file: path })} inline />
        <FileText shown={shown} path={path} />
      </div>
    </Folded>
  );
}

/** What was said of one thing, and room to say something. */
function Comments({ shown, on }: { shown: Shown; on: CommentOn }) {
  const [writing, setWriting] = useState(false);
  return (
    <div className="stack-tight">
      <CommentList shown={shown} comments={commentsOn(shown.plan.comments, on)} inline />
      {writing ? (
        <CommentForm shown={shown} on={on} onDone={() => setWriting(false)} />
      ) : (
        <div className="no-print">
          <Allowed scope="plans:write" to="comment" quiet>
            <Button variant="default" size="compact-sm" onClick={() => setWriting(true)}>
              Comment<span className="visually-hidden"> on {wordsOf(on)}</span>
            </Button>
          </Allowed>
        </div>
      )}
    </div>
  );
}

const saidOf = ({ live, plan }: Shown, operations: readonly Operation[]) => {
  if (!live) return "";
  const ids = new Set(operations.map(({ id }) => id));
  const said = plan.comments.filter(
    (one) => one.operation && !one.outdated && ids.has(one.operation),
  );
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
