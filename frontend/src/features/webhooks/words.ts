import type { Delivery, EventKind, Webhook } from "@/api/webhooks";

export const KINDS: Record<EventKind, string> = {
  "report.parsed": "A report was read",
  "upload.completed": "An upload was read to its end",
  "upload.failed": "An upload could not be read",
  "comparison.ready": "There are reports from before and after",
  "advice.ready": "An answer was made anew after an upload",
  "forecast.sealed": "A forecast was sealed",
  "placement.drifted": "Segments on SSD no longer earn their place",
  "plan.drafted": "A plan was drafted",
  "plan.revised": "A plan was revised",
  "plan.submitted": "A plan was submitted for review",
  "plan.approved": "A plan was approved",
  "plan.rejected": "A plan was rejected",
  "plan.withdrawn": "A plan was withdrawn",
  "plan.applied": "A plan was carried out",
  "plan.superseded": "A plan was superseded",
  "plan.commented": "Somebody commented on a plan",
  "plan.comment-resolved": "A comment was resolved",
  "plan.comment-opened": "A comment was opened again",
  "webhook.tested": "A test",
};

/** What happens by itself: a test goes to the webhook that is tested, whatever else it gets. */
export const HAPPENS = Object.entries(KINDS).filter(([kind]) => kind !== "webhook.tested");

/** How a message looks to its receiver. */
export const FORMATS: Record<Webhook["format"], string> = {
  event: "JSON, for programs",
  slack: "Slack or Mattermost",
  teams: "Microsoft Teams",
  plain: "Plain text",
};

const STATES: Record<Delivery["state"], string> = {
  waiting: "waiting",
  sending: "being sent",
  delivered: "✓ delivered",
  dead: "✕ given up",
};

export const standingOf = ({ active, gone }: Webhook): string =>
  active ? "on" : gone ? "off: the receiver said it is gone" : "off";

/** What came of a test: "✓ The receiver answered 204.". */
export function testWords({ state, status, fault }: Delivery): string {
  if (state === "delivered") return `✓ The receiver answered ${status}.`;
  if (state !== "dead") return "The test is on its way …";
  if (status === 410)
    return "✕ The receiver answered 410: it is gone. Segtier switched this webhook off.";
  return status === null
    ? `✕ The receiver did not answer: ${fault ?? "nobody knows why"}.`
    : `✕ The receiver answered ${status}. Segtier expects 200 to 299.`;
}

/** "✕ given up after 9 tries, answered 500". */
export function deliveryWords({ state, attempt, status, fault }: Delivery): string {
  const tries = attempt > 1 ? ` after ${attempt} tries` : "";
  const why = status === null ? fault : `answered ${status}`;
  return `${STATES[state]}${tries}${why ? `, ${why}` : ""}`;
}
