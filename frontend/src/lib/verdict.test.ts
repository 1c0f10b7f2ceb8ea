import { describe, expect, it } from "vitest";
import { verdictLook } from "./verdict";

describe("each recommendation has words, a tone and a mark", () => {
  it.each([
    ["move-segments", "gain", "Move segments to flash"],
    ["flash-cache", "gain", "Use Smart Flash Cache"],
    ["redo", "gain", "Move the redo logs"],
    ["temp", "gain", "Move temp"],
    ["combination", "gain", "Combine several steps"],
    ["more-memory", "calm", "More memory first"],
    ["tune-first", "calm", "Tune first"],
    ["do-nothing", "calm", "Leave it as it is"],
    ["not-enough-data", "warn", "Not enough data"],
  ])("%s is %s", (recommendation, tone, label) => {
    expect(verdictLook(recommendation)).toMatchObject({ tone, label });
    expect(verdictLook(recommendation).mark).not.toBe("");
  });
});

it("a recommendation it does not know shows under its own name, as a warning", () =>
  expect(verdictLook("buy-a-mainframe")).toEqual({
    label: "buy-a-mainframe",
    tone: "warn",
    mark: "?",
  }));
