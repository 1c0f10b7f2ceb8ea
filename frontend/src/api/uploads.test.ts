import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { refreshUploads } from "./uploads";

it("a list that is on its way when a file arrives is asked for again", async () => {
  const client = new QueryClient();
  const answers: ((names: string[]) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["uploads"],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  const refreshed = refreshUploads(client);
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.([]);
  answers[1]?.(["oakshop.zip"]);
  await refreshed;
  expect(client.getQueryData(["uploads"])).toEqual(["oakshop.zip"]);
  stop();
});
