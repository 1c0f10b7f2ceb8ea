import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Webhook = Schemas["WebhookItem"];
export type Delivery = Schemas["DeliveryItem"];
export type EventKind = Schemas["EventItem"]["kind"];

const UNDER_WAY_MS = 2_000;
const SOON_MS = 500;

export const isOver = ({ state }: Pick<Delivery, "state">): boolean =>
  state === "delivered" || state === "dead";

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: () => take(client.GET("/api/v1/webhooks")),
});

/** The newest of what was sent, or only what was given up; asked again while some of it is under way. */
export const deliveriesQuery = (id: string, dead: boolean) =>
  queryOptions({
    queryKey: ["webhooks", id, "deliveries", dead],
    queryFn: () =>
      take(
        client.GET("/api/v1/webhooks/{webhook_id}/deliveries", {
          params: { path: { webhook_id: id }, query: { state: dead ? ["dead"] : null } },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((one) => !isOver(one)) ? UNDER_WAY_MS : false,
  });

/** One of them, until it is over. */
export const deliveryQuery = ({ webhook_id, id }: Pick<Delivery, "webhook_id" | "id">) =>
  queryOptions({
    queryKey: ["webhooks", webhook_id, "delivery", id],
    queryFn: () =>
      take(
        client.GET("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}", {
          params: { path: { webhook_id, delivery_id: id } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : SOON_MS),
  });

/** Queues an event for this webhook alone, which is tried once. */
export const testWebhook = (id: string) =>
  take(client.POST("/api/v1/webhooks/{webhook_id}/test", { params: { path: { webhook_id: id } } }));

export const addWebhook = (address: string, kinds: EventKind[], format: Webhook["format"]) =>
  take(
    client.POST("/api/v1/webhooks", {
      body: { address, kinds, databases: null, active: true, format },
    }),
  );

export const switchWebhook = (id: string, active: boolean) =>
  take(
    client.PATCH("/api/v1/webhooks/{webhook_id}", {
      params: { path: { webhook_id: id } },
      body: { active } as Schemas["WebhookChange"],
    }),
  );

export const removeWebhook = (id: string) =>
  take(client.DELETE("/api/v1/webhooks/{webhook_id}", { params: { path: { webhook_id: id } } }));

export const renewSecret = (id: string) =>
  take(
    client.POST("/api/v1/webhooks/{webhook_id}/secret", { params: { path: { webhook_id: id } } }),
  );

export const replayDelivery = ({ webhook_id, id }: Delivery) =>
  take(
    client.POST("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", {
      params: { path: { webhook_id, delivery_id: id } },
    }),
  );
