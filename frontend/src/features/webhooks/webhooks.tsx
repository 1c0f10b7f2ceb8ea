import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "@/api/problem";
import {
  type Webhook,
  removeWebhook,
  renewSecret,
  switchWebhook,
  testWebhook,
  webhooksQuery,
} from "@/api/webhooks";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { ShownOnce } from "@/components/ui/shown-once";
import { plural } from "@/lib/format";
import { Deliveries } from "./deliveries";
import { TestResult } from "./test-result";
import { WebhookForm } from "./webhook-form";
import { FORMATS, KINDS, standingOf } from "./words";

/** Where events are sent, for admins. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Section
      title="Webhooks"
      intro="Segtier tells other programs what happened, by messages that are signed. They hold identifiers and counts, never names or figures of a database."
    >
      {webhooks.isError && <ProblemNotice problem={asProblem(webhooks.error)} />}
      {webhooks.data?.items.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} onSecret={setSecret} />
      ))}
      {secret && <ShownOnce key={secret} label="Secret" text={secret} />}
      <h3>Add a webhook</h3>
      <WebhookForm onMade={setSecret} />
    </Section>
  );
}

type Act = "on" | "off" | "renew" | "remove";

interface Props {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

function OneWebhook({ webhook, onSecret }: Props) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const act = useMutation({
    mutationFn: async (what: Act) => {
      if (what === "remove") await removeWebhook(webhook.id);
      else if (what === "renew") onSecret((await renewSecret(webhook.id)).secret);
      else await switchWebhook(webhook.id, what === "on");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const test = useMutation({ mutationFn: () => testWebhook(webhook.id) });
  const { address, kinds, databases, active, format } = webhook;
  const its = <span className="visually-hidden"> {address}</span>;
  return (
    <div className="stack-tight webhook" role="group" aria-label={address}>
      <p className="webhook-address">
        <strong>{address}</strong>, {standingOf(webhook)}
      </p>
      <p className="small quiet">
        {kinds.length === 0 ? "All events" : kinds.map((kind) => KINDS[kind]).join("; ")}
        {databases && `, of ${plural(databases.length, "database")}`}
        {format !== "event" && `, as a message for ${FORMATS[format]}`}
      </p>
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          disabled={act.isPending}
          onClick={() => act.mutate(active ? "off" : "on")}
        >
          {active ? "Switch off" : "Switch on"}
          {its}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!active || test.isPending}
          title={active ? undefined : "Switch it on, then test it."}
          onClick={() => test.mutate()}
        >
          Send a test event{its}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={act.isPending}
          onClick={() => act.mutate("renew")}
        >
          New secret{its}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={act.isPending}
          onClick={() => (asking ? act.mutate("remove") : setAsking(true))}
          onBlur={() => setAsking(false)}
        >
          {asking ? "Remove for good" : "Remove"}
          {its}
        </Button>
      </div>
      {test.isError && <ProblemNotice problem={asProblem(test.error)} />}
      {test.data && <TestResult key={test.data.id} sent={test.data} />}
      {act.isError && <ProblemNotice problem={asProblem(act.error)} />}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What was sent</summary>
        {open && <Deliveries webhook={webhook} />}
      </details>
    </div>
  );
}
