import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Targets, fetchBundle } from "@/api/bundle";
import { asProblem } from "@/api/problem";
import type { Advice } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { saveFile } from "@/lib/download";
import type { OptionName } from "@/api/types";
import { optionSpec } from "@/lib/options";
import type { AdviceParams } from "@/lib/page-state";
import { targetFields } from "./targets";
import "./bundle.css";

interface Props {
  databaseId: string;
  advice: Advice;
  option: OptionName;
  params: AdviceParams;
}

const CONTENT = [
  "plan.md, one page: what runs, the outage, the cost, the way back; plan.html to print",
  "the steps in order, with the checks that stop them",
  "operating-system and ASM preparation",
  "the way back for every step",
  "queries that verify the result",
  "what was assumed and what stays, in appendix.md",
];

/** The scripts of the option shown: what is in them, the names they use, and the download. */
export function BundlePanel({ databaseId, advice, option, params }: Props) {
  const chosen = advice.options.find((item) => item.option === option);
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
          A bigger buffer cache is memory, not flash, and needs no scripts: see that the server has
          the memory, raise the cache’s size, and measure again.
        </p>
      </Section>
    );
  return (
    <Section
      title={`Scripts: ${chosen.title}`}
      id="scripts"
      intro="Segtier writes the scripts and runs nothing. Read them, try them on a copy, then run them yourself."
    >
      {chosen.feasible ? (
        <BundleForm
          databaseId={databaseId}
          advice={advice}
          option={option}
          parts={chosen.parts}
          params={params}
        />
      ) : (
        <div className="notice notice-warn">
          <p>No scripts for this option:</p>
          <ul>
            {chosen.blocked_by.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function BundleForm({
  databaseId,
  advice,
  option,
  parts,
  params,
}: Props & { parts: readonly OptionName[] }) {
  const [targets, setTargets] = useState<Partial<Targets>>({});
  const [override, setOverride] = useState(false);
  const download = useMutation({
    mutationFn: () => fetchBundle({ databaseId, option, override, targets, params }),
    onSuccess: ({ blob, name }) => saveFile(blob, name),
  });
  const problem = download.isError ? asProblem(download.error) : null;
  const refused = problem?.code === "not-advised";
  const notAdvised = !advice.verdict.move_allowed || refused;
  return (
    <form
      className="stack-tight no-print"
      onSubmit={(event) => {
        event.preventDefault();
        download.mutate();
      }}
    >
      <p>In the ZIP: {CONTENT.join("; ")}.</p>
      <fieldset className="bundle-names">
        <legend>Names the scripts use</legend>
        {targetFields(option, parts).map(({ name, label, preset }) => (
          <TextInput
            key={name}
            label={label}
            value={targets[name] ?? preset}
            maxLength={128}
            autoComplete="off"
            onChange={(event) => setTargets({ ...targets, [name]: event.target.value })}
          />
        ))}
      </fieldset>
      {notAdvised && (
        <div className="notice notice-warn stack-tight">
          <p>
            <strong>The advice is not to do this.</strong>{" "}
            {refused ? problem.message : advice.verdict.headline}
          </p>
          <Checkbox
            label="I have read this and want the scripts all the same"
            checked={override}
            onChange={(event) => setOverride(event.target.checked)}
          />
        </div>
      )}
      <div>
        <Button type="submit" disabled={(notAdvised && !override) || download.isPending}>
          {download.isPending ? "Writing the scripts …" : "Download the scripts"}
        </Button>
      </div>
      {problem && !refused && <ProblemNotice problem={problem} />}
      {download.isSuccess && (
        <p role="status" className="notice">
          {download.data.name} is downloaded. Start with its plan.md.
        </p>
      )}
    </form>
  );
}
