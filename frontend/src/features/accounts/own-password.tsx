import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changePassword } from "@/api/accounts";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";

/** A new password, after which one signs in again everywhere. */
export function OwnPassword({ name }: { name: string }) {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useMutation({
    mutationFn: () => changePassword(old, fresh),
    onSuccess: () => window.location.assign("/"),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title="My password" intro="A new one signs you out everywhere.">
      <form className="stack-tight" onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={name} />
        <div className="row row-end">
          <TextInput
            label="Old password"
            type="password"
            autoComplete="current-password"
            required
            value={old}
            onChange={(event) => setOld(event.target.value)}
          />
          <TextInput
            label="New password, 12 characters or more"
            type="password"
            autoComplete="new-password"
            required
            minLength={12}
            value={fresh}
            onChange={(event) => setFresh(event.target.value)}
          />
          <Button type="submit" variant="default" disabled={change.isPending}>
            Change password
          </Button>
        </div>
        {change.isError && <ProblemNotice problem={asProblem(change.error)} />}
      </form>
    </Section>
  );
}
