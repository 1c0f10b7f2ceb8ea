import { useEffect, useRef } from "react";
import type { components } from "./schema.gen";

type Kind = components["schemas"]["EventItem"]["kind"];

const REFUSED_MS = 15_000;

/** What others do to plans, and what comes of it. */
const PLAN_KINDS = [
  "plan.drafted",
  "plan.revised",
  "plan.submitted",
  "plan.approved",
  "plan.rejected",
  "plan.withdrawn",
  "plan.applied",
  "plan.superseded",
  "plan.commented",
  "plan.comment-resolved",
  "plan.comment-opened",
  "comparison.ready",
] as const satisfies readonly Kind[];

const ADVICE_KINDS = ["advice.ready"] as const satisfies readonly Kind[];

/** Calls back when somebody did something to a plan of the database. */
export function usePlanEvents(databaseId: string, onEvent: () => void): void {
  useEvents(databaseId, PLAN_KINDS, onEvent);
}

/** Calls back when an answer was made anew, and once it listens: it may have been made a moment before. */
export function useAdviceEvents(databaseId: string, waits: boolean, onEvent: () => void): void {
  useEvents(waits ? databaseId : null, ADVICE_KINDS, onEvent, true);
}

const UPLOAD_KINDS = ["upload.completed", "upload.failed"] as const satisfies readonly Kind[];
const ALL = "";

/** Calls back when anybody's upload was read, of whichever database; not at all unless it `listens`. */
export function useUploadEvents(onEvent: () => void, listens = true): void {
  useEvents(listens ? ALL : null, UPLOAD_KINDS, onEvent);
}

/**
 * Listens to a database, to all where it is empty, to none where it is null. Only while the page is looked at: a browser has few connections to one
 * server; whoever comes back to the page is told at once.
 */
function useEvents(
  databaseId: string | null,
  kinds: readonly Kind[],
  onEvent: () => void,
  onceOpen = false,
): void {
  const told = useRef(onEvent);
  useEffect(() => {
    told.current = onEvent;
  });
  useEffect(() => {
    if (databaseId === null || typeof EventSource === "undefined") return;
    let source: EventSource | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(again);
      source?.close();
    };
    const listen = () => {
      const which = databaseId === ALL ? "" : `?database=${encodeURIComponent(databaseId)}`;
      const opened = new EventSource(`/api/v1/events/stream${which}`);
      for (const kind of kinds) opened.addEventListener(kind, () => told.current());
      if (onceOpen) opened.addEventListener("open", () => told.current());
      // One that was cut off comes again by itself; one that was refused does not.
      opened.addEventListener("error", () => {
        if (opened.readyState === EventSource.CLOSED) again = setTimeout(look, REFUSED_MS);
      });
      source = opened;
    };
    const look = () => {
      stop();
      if (document.hidden) return;
      told.current();
      listen();
    };
    if (!document.hidden) listen();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  }, [databaseId, kinds, onceOpen]);
}
