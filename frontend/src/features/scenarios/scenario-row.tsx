import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { asProblem } from "@/api/problem";
import { type Scenario, deleteScenario, renameScenario, scenariosQuery } from "@/api/scenarios";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Allowed } from "@/features/accounts/allowed";
import { pageOf } from "@/features/review/asked";
import { askedWords, fieldWords, keptWords, standingWords } from "./words";

interface Props {
  scenario: Scenario;
  ticked: boolean;
  /** No more fit side by side. */
  full: boolean;
  onTick: (on: boolean) => void;
}

/** One scenario: what it asks, and the way to ask it on the page. */
export function ScenarioRow({ scenario, ticked, full, onTick }: Props) {
  const { database, state } = useCase();
  const { name, question } = scenario;
  const { params, left } = pageOf({ question } as Parameters<typeof pageOf>[0]);
  return (
    <li className="scenario stack-tight">
      <div className="row spread">
        <Checkbox
          label={<strong className="scenario-name">{name}</strong>}
          aria-label={`Side by side: ${name}`}
          checked={ticked}
          disabled={full && !ticked}
          onChange={(event) => onTick(event.target.checked)}
        />
        <div className="row">
          <Link
            to="/databases/$databaseId"
            params={{ databaseId: database.id }}
            search={{ ...params, ...(state.side && { side: state.side }) }}
          >
            Open<span className="visually-hidden"> {name}</span>
          </Link>
          <Allowed scope="scenarios:write" to="rename or delete scenarios" quiet>
            <Changes scenario={scenario} />
          </Allowed>
        </div>
      </div>
      <p className="scenario-name">{askedWords(question)}</p>
      {left.length > 0 && (
        <p className="small">
          This page cannot show {left.map(fieldWords).join(", ")}: opened here, the question leaves
          that out. Side by side, it is asked in full.
        </p>
      )}
      <p className="small quiet">
        {keptWords(scenario)}, {standingWords(scenario)}
      </p>
    </li>
  );
}

/** Another name, and removal. */
function Changes({ scenario: { id, name } }: { scenario: Scenario }) {
  const { database } = useCase();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: async (fresh: string | null) => {
      await (fresh === null
        ? deleteScenario(database.id, id)
        : renameScenario(database.id, id, fresh));
    },
    onSuccess: () => setTyped(null),
    onSettled: () => queries.invalidateQueries({ queryKey: scenariosQuery(database.id).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(typed);
  };
  const its = <span className="visually-hidden"> {name}</span>;
  const problem = change.isError && <ProblemNotice problem={asProblem(change.error)} />;
  if (typed !== null)
    return (
      <form className="row row-end" onSubmit={submit}>
        <TextInput
          size="xs"
          aria-label={`New name of ${name}`}
          data-autofocus
          ref={(field) => field?.focus()}
          required
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="compact-sm" disabled={change.isPending}>
          Rename{its}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setTyped(null)}>
          Cancel
        </Button>
        {problem}
      </form>
    );
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setTyped(name)}>
        Rename{its}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={change.isPending}
        onClick={() => (asking ? change.mutate(null) : setAsking(true))}
        onBlur={() => setAsking(false)}
      >
        {asking ? "Delete for good" : "Delete"}
        {its}
      </Button>
      {problem}
    </>
  );
}
