import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AGAIN_MS, askAgainWhenAway } from "./ask-again";
import { Problem, unreachable } from "./problem";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A query whose first answers are these errors; how often it is asked, and what is shown, after some time. */
async function asked(errors: Error[], ms: number) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stop = askAgainWhenAway(client);
  const queryFn = vi.fn(() => {
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve("there");
  });
  const leave = new QueryObserver(client, { queryKey: ["one"], queryFn }).subscribe(
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(ms);
  const { data } = client.getQueryState<string>(["one"]) ?? {};
  leave();
  stop();
  return [queryFn.mock.calls.length, data];
}

it("asks again by itself as long as the server does not answer", async () =>
  expect(await asked([unreachable(), unreachable()], 2.5 * AGAIN_MS)).toEqual([3, "there"]));

it("takes a refusal for an answer", async () =>
  expect(await asked([new Problem(404, {})], 3 * AGAIN_MS)).toEqual([1, undefined]));

it("asks no more once it is there", async () =>
  expect(await asked([], 3 * AGAIN_MS)).toEqual([1, "there"]));
