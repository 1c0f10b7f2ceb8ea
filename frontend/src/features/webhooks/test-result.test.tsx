import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Delivery, Webhook } from "@/api/webhooks";
import { answer, requests } from "@/test/server";
import { show } from "@/test/show";
import { Webhooks } from "./webhooks";

const HOOK: Webhook = {
  id: "whk_1",
  address: "https://hooks.example.com/x",
  kinds: ["plan.approved"],
  databases: null,
  active: true,
  gone: false,
  format: "event",
  created_at: "2026-03-01T00:00:00Z",
};
const SENT: Delivery = {
  id: "msg_1",
  webhook_id: "whk_1",
  sequence: 3,
  kind: "webhook.tested",
  state: "waiting",
  attempt: 0,
  created_at: "2026-03-01T00:00:00Z",
  due_at: "2026-03-01T00:00:00Z",
  ended_at: null,
  status: null,
  fault: null,
};

const shown = async (webhook: Webhook) => {
  answer("GET /api/v1/webhooks", { body: { items: [webhook] } });
  show(<Webhooks />);
  return screen.findByRole("button", { name: /Send a test event/ });
};

describe("a test event", () => {
  it.each([
    [{ state: "delivered", status: 204 }, "✓ The receiver answered 204."],
    [{ state: "dead", status: 500 }, "✕ The receiver answered 500. Segtier expects 200 to 299."],
    [{ state: "dead", status: 410 }, /answered 410.* switched this webhook off/],
    [
      { state: "dead", fault: "no answer within 10 s" },
      "✕ The receiver did not answer: no answer within 10 s.",
    ],
  ] as const)("%j is told", async (came, words) => {
    answer("POST /api/v1/webhooks/whk_1/test", { status: 202, body: SENT });
    answer("GET /api/v1/webhooks/whk_1/deliveries/msg_1", { body: { ...SENT, ...came } });
    await userEvent.click(await shown(HOOK));
    expect(await screen.findByText(words)).toBeVisible();
    const asked = requests().filter(({ url }) => url.endsWith("/webhooks"));
    await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(1));
  });

  it("cannot be sent while the webhook is off", async () => {
    const button = await shown({ ...HOOK, active: false });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute("title", "Switch it on, then test it.");
  });

  it("is no kind that anybody need choose", async () => {
    await shown(HOOK);
    expect(screen.queryByLabelText("A test")).toBeNull();
    expect(screen.getByLabelText("A plan was approved")).toBeInTheDocument();
  });
});
