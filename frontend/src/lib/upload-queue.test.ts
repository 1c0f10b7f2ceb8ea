import { describe, expect, it, vi } from "vitest";
import { createUploadQueue } from "./upload-queue";

const files = (...names: string[]) => names.map((name) => new File(["data"], name));

/** A sender whose uploads end when the test says so. */
function manual() {
  const open = new Map<string, { resolve: (id: string) => void; reject: (why: Error) => void }>();
  const progress = new Map<string, (bytes: number) => void>();
  const send = (file: File, onProgress: (bytes: number) => void) =>
    new Promise<string>((resolve, reject) => {
      open.set(file.name, { resolve, reject });
      progress.set(file.name, onProgress);
    });
  return { open, progress, send };
}

const settled = () => new Promise((done) => setTimeout(done));

describe("upload queue", () => {
  it.each([
    [1, ["sending", "waiting", "waiting", "waiting"]],
    [3, ["sending", "sending", "sending", "waiting"]],
    [9, ["sending", "sending", "sending", "sending"]],
  ])("sends %d at a time", (concurrency, states) => {
    const queue = createUploadQueue<string>(concurrency);
    queue.add("bat", files("a", "b", "c", "d"), manual().send);
    expect(queue.items().map((item) => item.state)).toEqual(states);
  });

  it("goes on with the next file when one ends, well or badly", async () => {
    const { open, send } = manual();
    const queue = createUploadQueue<string>(1);
    queue.add("bat", files("good", "bad", "last"), send);
    open.get("good")?.resolve("u1");
    await settled();
    open.get("bad")?.reject(new Error("refused"));
    await settled();
    open.get("last")?.resolve("u3");
    await settled();
    expect(queue.items().map(({ state, result }) => [state, result])).toEqual([
      ["sent", "u1"],
      ["failed", undefined],
      ["sent", "u3"],
    ]);
    expect(queue.items()[1]?.error).toEqual(new Error("refused"));
  });

  it("counts the bytes sent of each file by itself", () => {
    const { progress, send } = manual();
    const queue = createUploadQueue<string>(2);
    queue.add("bat", files("a", "b"), send);
    progress.get("b")?.(3);
    expect(queue.items().map((item) => item.sentBytes)).toEqual([0, 3]);
  });

  it("sends a failed file again on request", async () => {
    const { open, send } = manual();
    const queue = createUploadQueue<string>();
    queue.add("bat", files("a"), send);
    open.get("a")?.reject(new Error("offline"));
    await settled();
    const id = queue.items()[0]?.id ?? 0;
    queue.retry(id);
    expect(queue.items()[0]).toMatchObject({ state: "sending", error: undefined });
    open.get("a")?.resolve("u1");
    await settled();
    expect(queue.items()[0]).toMatchObject({ state: "sent", result: "u1" });
  });

  it("forgets a dismissed file and tells its listeners", async () => {
    const { open, send } = manual();
    const queue = createUploadQueue<string>();
    queue.add("bat", files("a"), send);
    open.get("a")?.reject(new Error("too large"));
    await settled();
    const listener = vi.fn();
    const unsubscribe = queue.subscribe(listener);
    queue.dismiss(queue.items()[0]?.id ?? 0);
    expect(queue.items()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
    queue.add("bat", files("b"), send);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
