import { describe, expect, it, vi } from "vitest";
import { createMapKeeper } from "./map-keeper";

const answer = (map: string | null, leftOut: { file: string; message: string }[] = []) => ({
  result: "u",
  masked: { map, leftOut },
});

describe("the map of masked files", () => {
  it("goes from one file to the next, whoever was ready first", async () => {
    const keeper = createMapKeeper();
    const given: (string | null)[] = [];
    const send = (map: string) => (before: string | null) => {
      given.push(before);
      return new Promise<ReturnType<typeof answer>>((done) =>
        setTimeout(() => done(answer(map)), map === "one" ? 20 : 0),
      );
    };
    await Promise.all([keeper.turn(send("one")), keeper.turn(send("two"))]);
    expect(given).toEqual([null, "one"]);
    expect(keeper.get()).toEqual({ text: "two", saved: false, leftOut: [] });
  });

  it("survives a file that failed", async () => {
    const keeper = createMapKeeper();
    await keeper.turn(() => Promise.resolve(answer("one")));
    await expect(keeper.turn(() => Promise.reject(new Error("refused")))).rejects.toThrow(
      "refused",
    );
    const next = vi.fn(() => Promise.resolve(answer("two")));
    await keeper.turn(next);
    expect(next).toHaveBeenCalledExactlyOnceWith("one");
  });

  it("needs saving again when it has grown, and only then", async () => {
    const keeper = createMapKeeper();
    await keeper.turn(() => Promise.resolve(answer("one")));
    keeper.markSaved();
    await keeper.turn(() => Promise.resolve(answer("one")));
    expect(keeper.get().saved).toBe(true);
    await keeper.turn(() => Promise.resolve(answer("two")));
    expect(keeper.get().saved).toBe(false);
  });

  it.each([
    ["dropped names", answer(null)],
    ["kept names", { result: "u", masked: null }],
  ])("of %s there is none", async (_case, sent) => {
    const keeper = createMapKeeper();
    await keeper.turn(() => Promise.resolve(sent));
    expect(keeper.get()).toEqual({ text: null, saved: true, leftOut: [] });
  });

  it("an earlier map is gone on with", async () => {
    const keeper = createMapKeeper();
    keeper.goOnWith("old");
    const send = vi.fn(() => Promise.resolve(answer("old and new")));
    await keeper.turn(send);
    expect(send).toHaveBeenCalledExactlyOnceWith("old");
  });

  it("what could not be masked adds up", async () => {
    const keeper = createMapKeeper();
    const left = { file: "a.txt", message: "no report" };
    await keeper.turn(() => Promise.resolve(answer("one", [left])));
    await keeper.turn(() => Promise.resolve(answer("one", [left])));
    expect(keeper.get().leftOut).toEqual([left, left]);
  });
});
