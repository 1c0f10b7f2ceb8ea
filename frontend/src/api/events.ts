import { useEffect, useRef } from "react";
import type { components } from "./schema.gen";

/** What others do to plans, and what comes of it. */
const KINDS = [
  "plan.drafted",
  "plan.revised",
  "plan.submitted",
  "plan.approved",
  "plan.rejected",
  "plan.withdrawn",
  "plan.applied",
  "plan.superseded",
  "plan.commented",
  "comparison.ready",
] as const satisfies readonly components["schemas"]["EventItem"]["kind"][];

/**
 * Calls back when somebody did something to a plan of the database. Listens only while the page is looked at: a browser has
 * few connections to one server; whoever comes back to the page is told at once.
 */
export function usePlanEvents(databaseId: string, onEvent: () => void): void {
  const told = useRef(onEvent);
  useEffect(() => {
    told.current = onEvent;
  });
  useEffect(() => {
    if (typeof EventSource === "undefined") return;
    let source: EventSource | null = null;
    const listen = () => {
      source = new EventSource(`/api/v1/events/stream?database=${encodeURIComponent(databaseId)}`);
      for (const kind of KINDS) source.addEventListener(kind, () => told.current());
    };
    const look = () => {
      source?.close();
      if (document.hidden) return;
      told.current();
      listen();
    };
    if (!document.hidden) listen();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      source?.close();
    };
  }, [databaseId]);
}
