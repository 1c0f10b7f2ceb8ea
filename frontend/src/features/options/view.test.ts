import { describe, expect, it } from "vitest";
import { anAdvice, anOption } from "@/test/builders";
import { scaleEnd, spaceText, usableBytes, waysToClear } from "./view";

const GIB = 1024 ** 3;
const range = (high: number) => ({ low: 0.1, expected: 0.5, high });

it.each([
  ["needs", ["Its size is not known."]],
  ["blocked", ["Its size is not known."]],
  ["no-gain", []],
] as const)("an option that is %s asks for %j", (state, asked) => {
  const blocked_by = [
    { code: "size-unknown", text: "Its size is not known.", needs: "sizes" },
  ] as const;
  expect(waysToClear(anOption({ state, blocked_by: [...blocked_by] }))).toEqual(asked);
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
