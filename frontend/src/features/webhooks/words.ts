import type { Delivery, EventKind, Webhook } from "@/api/webhooks";

export const KINDS: Record<EventKind, string> = {
  "report.parsed": "A report was read",
  "upload.completed": "An upload was read to its end",
  "upload.failed": "An upload could not be read",
  "comparison.ready": "There are reports from before and after",
  "advice.ready": "An answer was made anew after an upload",
  "forecast.sealed": "A forecast was sealed",
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
};

const STATES: Record<Delivery["state"], string> = {
  waiting: "waiting",
  sending: "being sent",
  delivered: "✓ delivered",
  dead: "✕ given up",
};

export const standingOf = ({ active, gone }: Webhook): string =>
  active ? "on" : gone ? "off: the receiver said it is gone" : "off";

/** "✕ given up after 9 tries, answered 500". */
export function deliveryWords({ state, attempt, status, fault }: Delivery): string {
  const tries = attempt > 1 ? ` after ${attempt} tries` : "";
  const why = status === null ? fault : `answered ${status}`;
  return `${STATES[state]}${tries}${why ? `, ${why}` : ""}`;
}
