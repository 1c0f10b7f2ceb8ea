import { describe, expect, it } from "vitest";
import { anAdvice, anOption } from "@/test/builders";
import { optionState, scaleEnd, spaceText, usableBytes } from "./view";

const GIB = 1024 ** 3;
const rival = (high: number) =>
  anOption({ option: "buffer-cache", worth_it: false, used_bytes: 0, response_ratio: range(high) });
const range = (high: number) => ({ low: 0.1, expected: 0.5, high });

describe("the word a card leads with", () => {
  it.each([
    [anOption({ feasible: false, blocked_by: ["does not fit"] }), true, "blocked"],
    [anOption(), true, "recommended"],
    [anOption({ option: "none", worth_it: false }), false, "as today"],
    [anOption({ option: "none", worth_it: false }), true, "recommended"],
    [anOption({ worth_it: true }), false, "worth it"],
    [anOption({ option: "redo", worth_it: true, used_bytes: null }), false, "worth it if it fits"],
    [anOption({ worth_it: false }), false, "gain not clear"],
    [rival(0.85), false, "gains without flash, if there is memory"],
    [rival(0.99), false, "gain not clear"],
    [anOption({ option: "combination", worth_it: true }), false, "worth it"],
    [
      anOption({ option: "combination", feasible: false, response_ratio: null }),
      false,
      "nothing to combine",
    ],
  ])("case %#: recommended %s gives %s", (option, recommended, word) => {
    expect(optionState(option, recommended).word).toBe(word);
  });

  it("does not recommend a move the verdict does not advise", () => {
    expect(optionState(anOption(), true, false).word).toBe("may gain, not proved");
    expect(optionState(anOption({ option: "none" }), true, false).word).toBe("recommended");
  });
});

describe("space", () => {
  it.each([
    [anOption({ used_bytes: 312 * GIB }), "312 GiB of 652 GiB"],
    [anOption({ used_bytes: 0 }), "none"],
    [anOption({ option: "buffer-cache", used_bytes: 0 }), "no flash; memory of the server"],
    [anOption({ option: "segments", used_bytes: null }), "—"],
    [anOption({ option: "redo", used_bytes: null }), "size not known; the script looks it up"],
    [
      anOption({ option: "combination", used_bytes: null }),
      "size not known; the script looks it up",
    ],
  ])("case %#: %s", (option, text) => {
    expect(spaceText(option, 652 * GIB)).toBe(text);
  });

  it("adds up the devices", () => {
    const [tier] = anAdvice().devices;
    expect(usableBytes(anAdvice({ devices: tier ? [tier, tier] : [] }))).toBe(1400e9);
  });
});

it.each([
  [[], 1.1],
  [[anOption({ response_ratio: null })], 1.1],
  [[anOption({ response_ratio: range(0.6) })], 1.1],
  [[anOption({ response_ratio: range(0.6) }), anOption({ response_ratio: range(1.42) })], 1.5],
])("one scale for all options, never below today: case %#", (options, end) => {
  expect(scaleEnd(options)).toBeCloseTo(end);
});
