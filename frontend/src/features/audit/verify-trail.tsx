import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { type AuditVerdict, verifyAudit } from "@/api/audit";
import { asProblem } from "@/api/problem";
import { CopyButton } from "@/components/ui/copy-button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";

/** Reads all of the trail again, and says whether it holds or where it breaks. */
export function VerifyTrail({ onEntry }: { onEntry: (sequence: number) => void }) {
  const [head, setHead] = useState("");
  const verify = useMutation({ mutationFn: () => verifyAudit(head.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate();
  };
  return (
    <Section
      title="Does it hold?"
      intro="Each entry holds the digest of the one before: nobody can change or remove one unnoticed. Segtier also compares databases, uploads, sealed forecasts and plans with what the trail says. Somebody who can write to its database can make a whole new trail; only a head that you noted elsewhere shows that."
    >
      <form className="row row-end" onSubmit={submit}>
        <TextInput
          label="A head you noted, if any"
          autoComplete="off"
          spellCheck={false}
          pattern="\s*[0-9a-f]{64}\s*"
          title="64 digits and letters a to f"
          maw={360}
          w="100%"
          value={head}
          onChange={(event) => setHead(event.target.value)}
        />
        <Button type="submit" disabled={verify.isPending}>
          {verify.isPending ? "Verifying …" : "Verify"}
        </Button>
      </form>
      <div role="status" aria-live="polite">
        {verify.data &&
          (verify.data.holds ? (
            <Holds verdict={verify.data} />
          ) : (
            <Breaks verdict={verify.data} onEntry={onEntry} />
          ))}
      </div>
      {verify.isError && <ProblemNotice problem={asProblem(verify.error)} />}
    </Section>
  );
}

function Holds({ verdict }: { verdict: AuditVerdict }) {
  const shown = useRef<HTMLElement>(null);
  const { entries, databases, uploads, plans, sealed, head } = verdict;
  const held = [
    plural(databases, "database"),
    plural(uploads, "upload"),
    plural(plans, "plan"),
    plural(sealed, "sealed forecast"),
  ];
  return (
    <div className="notice stack-tight">
      <p>
        <strong>✓ The trail holds.</strong> {plural(entries, "entry", "entries")}, each follows from
        the one before. {held.join(", ")}: each as the trail says.
      </p>
      <p className="small row">
        <span>
          Head{" "}
          <code ref={shown} className="audit-head">
            {head}
          </code>
        </span>
        <CopyButton
          text={head}
          name="the head"
          onRefused={() => shown.current && getSelection()?.selectAllChildren(shown.current)}
        />
      </p>
    </div>
  );
}

interface BreaksProps {
  verdict: AuditVerdict;
  onEntry: (sequence: number) => void;
}

/** The first entry that does not follow, and all that is not stored as the trail says. */
function Breaks({ verdict, onEntry }: BreaksProps) {
  const { fault, altered, altered_plans, unexplained } = verdict;
  const others = [
    ...altered.map((one) => [`Forecast ${one.forecast_id}`, one.reason]),
    ...altered_plans.map((one) => [`Plan ${one.plan_id}, revision ${one.revision}`, one.reason]),
    ...unexplained.map((one) => [
      `${one.kind === "upload" ? "Upload" : "Database"} ${one.id}`,
      one.reason,
    ]),
  ];
  return (
    <div className="notice notice-bad stack-tight">
      <p>
        <strong>✕ The trail does not hold.</strong> Compare with a backup, and find out who could
        write to the database of Segtier.
      </p>
      {fault && (
        <p className="row">
          <span>
            It breaks at entry {fault.sequence}: {fault.reason}.
          </span>
          {fault.sequence > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => onEntry(fault.sequence)}>
              Show entry {fault.sequence}
            </Button>
          )}
        </p>
      )}
      {others.length > 0 && (
        <ul className="audit-head">
          {others.map(([what, reason]) => (
            <li key={what}>
              {what}: {reason}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
