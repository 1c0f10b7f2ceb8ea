import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asProblem } from "@/api/problem";
import { keepScenario, scenariosQuery } from "@/api/scenarios";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { askedWords } from "./words";

const NAME_MOST = 120;

/** What is set on the page, as a scenario under a name. */
export function KeepScenario() {
  const { database, params } = useCase();
  const [name, setName] = useState("");
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: () => keepScenario(database.id, name, params),
    onSuccess: () => {
      setName("");
      return queries.invalidateQueries({ queryKey: scenariosQuery(database.id).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate();
  };
  return (
    <Section title="Keep what is set" intro={`Set now: ${askedWords(params)}.`}>
      <form className="row row-end" onSubmit={submit}>
        <TextInput
          label="Name"
          placeholder="700 GB PCIe"
          autoComplete="off"
          required
          maxLength={NAME_MOST}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={keep.isPending}>
          Keep as a scenario
        </Button>
      </form>
      <p role="status" className={keep.isSuccess ? "small" : "visually-hidden"}>
        {keep.isSuccess && `Kept as ${keep.data.name}.`}
      </p>
      {keep.isError && <ProblemNotice problem={asProblem(keep.error)} />}
    </Section>
  );
}
