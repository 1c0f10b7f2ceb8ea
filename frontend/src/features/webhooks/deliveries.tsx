import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "@/api/problem";
import {
  type Delivery,
  type Webhook,
  deliveriesQuery,
  isOver,
  replayDelivery,
} from "@/api/webhooks";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { localTime } from "@/lib/format";
import { KINDS, deliveryWords } from "./words";

/** The newest of what was sent to a webhook, and what became of it. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [dead, setDead] = useState(false);
  const { data, error } = useQuery(deliveriesQuery(webhook.id, dead));
  return (
    <div className="stack-tight">
      <Checkbox
        label="Only what was given up"
        checked={dead}
        onChange={(event) => setDead(event.target.checked)}
      />
      {error && <ProblemNotice problem={asProblem(error)} />}
      {data?.items.length === 0 && <p className="quiet">Nothing yet.</p>}
      {data && data.items.length > 0 && (
        <ScrollRegion label={`Sent to ${webhook.address}`}>
          <table className="table small">
            <caption className="visually-hidden">Sent to {webhook.address}</caption>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">When</th>
                <th scope="col">Outcome</th>
                <th scope="col">
                  <span className="visually-hidden">Send again</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((one) => (
                <DeliveryRow key={one.id} delivery={one} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {data?.next_cursor && <p className="quiet small">Older ones are in the API.</p>}
    </div>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery(delivery),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: ["webhooks", delivery.webhook_id, "deliveries"] }),
  });
  return (
    <tr>
      <th scope="row">{KINDS[delivery.kind]}</th>
      <td className="num">{localTime(delivery.created_at)}</td>
      <td>{deliveryWords(delivery)}</td>
      <td>
        {isOver(delivery) && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={replay.isPending}
            onClick={() => replay.mutate()}
          >
            Send again<span className="visually-hidden">: event {delivery.sequence}</span>
          </Button>
        )}
        {replay.isError && <ProblemNotice problem={asProblem(replay.error)} />}
      </td>
    </tr>
  );
}
