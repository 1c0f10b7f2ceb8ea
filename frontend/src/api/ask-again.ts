import type { Query, QueryClient } from "@tanstack/react-query";
import { asProblem, unreachable } from "./problem";

export const AGAIN_MS = 5000;

const AWAY = unreachable().code;

const isAway = ({ state: { status, error } }: Query): boolean =>
  status === "error" && asProblem(error).code === AWAY;

/** What the page shows is asked for again until the server answers, as its notice promises. Returns how to stop. */
export function askAgainWhenAway(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  let again: ReturnType<typeof setTimeout> | undefined;
  const leave = cache.subscribe(() => {
    if (again !== undefined || !cache.getAll().some((one) => one.isActive() && isAway(one))) return;
    again = setTimeout(() => {
      again = undefined;
      void client.refetchQueries({ type: "active", predicate: isAway });
    }, AGAIN_MS);
  });
  return () => {
    clearTimeout(again);
    leave();
  };
}
