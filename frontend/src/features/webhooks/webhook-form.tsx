import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asProblem } from "@/api/problem";
import { type EventKind, type Webhook, addWebhook } from "@/api/webhooks";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { FORMATS, HAPPENS } from "./words";

/** Where events are sent, and which; gives the secret, which comes once. */
export function WebhookForm({ onMade }: { onMade: (secret: string) => void }) {
  const [address, setAddress] = useState("");
  const [kinds, setKinds] = useState<string[]>([]);
  const [format, setFormat] = useState<Webhook["format"]>("event");
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () => addWebhook(address.trim(), kinds as EventKind[], format),
    onSuccess: ({ secret }) => {
      setAddress("");
      setKinds([]);
      onMade(secret);
      return queries.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="stack-tight" onSubmit={submit}>
      <TextInput
        label="Address"
        type="url"
        placeholder="https://hooks.example.com/segtier"
        autoComplete="off"
        required
        maxLength={2000}
        maw={560}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <NativeSelect
        label="Messages for"
        maw={560}
        data={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))}
        value={format}
        onChange={(event) => setFormat(event.target.value as Webhook["format"])}
      />
      <details>
        <summary>{kinds.length === 0 ? "All events" : `${kinds.length} kinds of events`}</summary>
        <Checkbox.Group
          label="Only these events; none ticked means all"
          value={kinds}
          onChange={setKinds}
        >
          <div className="stack-tight">
            {HAPPENS.map(([kind, words]) => (
              <Checkbox key={kind} value={kind} label={words} />
            ))}
          </div>
        </Checkbox.Group>
      </details>
      <div>
        <Button type="submit" disabled={add.isPending}>
          Add webhook
        </Button>
      </div>
      {add.isError && <ProblemNotice problem={asProblem(add.error)} />}
    </form>
  );
}
