import { describe, expect, it } from "vitest";
import { anOption } from "@/test/builders";
import { byGain, gainEnds, gainScale, reasonsNotKnown, spaceText, waysToClear } from "./view";

const GIB = 1024 ** 3;
const range = (expected: number, high = expected) => ({ low: expected, expected, high });

it.each([
  ["needs", ["Its size is not known."]],
  ["blocked", ["Its size is not known."]],
  ["no-gain", []],
  ["possible", []],
] as const)("an option that is %s asks for %j", (state, asked) => {
  const blocked_by = [
    { code: "size-unknown", text: "Its size is not known.", needs: "sizes" },
  ] as const;
  expect(waysToClear(anOption({ state, blocked_by: [...blocked_by] }))).toEqual(asked);
});

const NOT_KNOWN = {
  least_pct: 0,
  most_pct: 64,
  why: "no-names",
  text: "64 % of DB time is in waits that the inputs do not name.",
  bring: "Upload the AWR report of that hour.",
};

it("says of an option that is not known why, and what would tell", () => {
  const option = anOption({ state: "unknown", not_known: NOT_KNOWN, response_ratio: null });
  expect(waysToClear(option)).toEqual([NOT_KNOWN.text, NOT_KNOWN.bring]);
  expect(gainEnds(option)).toEqual({ least: 0, most: 64, expected: null });
  expect(gainEnds(anOption({ response_ratio: null }))).toBeNull();
});

it("says each reason once, with the options it is the reason of", () => {
  const because = (title: string, text: string) =>
    anOption({ title, state: "unknown", not_known: { ...NOT_KNOWN, text } });
  const options = [because("All", "a"), anOption({}), because("Redo", "b"), because("Temp", "a")];
  expect(reasonsNotKnown(options)).toEqual([
    { titles: ["All", "Temp"], text: "a", bring: NOT_KNOWN.bring },
    { titles: ["Redo"], text: "b", bring: NOT_KNOWN.bring },
  ]);
});

it("asks for no sizes where the option is not for this machine", () => {
  const blocked_by = [
    { code: "engineered", text: "The cells place the data.", needs: null },
    { code: "size-unknown", text: "Its size is not known.", needs: "sizes" as const },
  ];
  expect(waysToClear(anOption({ state: "blocked", blocked_by }))).toEqual([
    "The cells place the data.",
  ]);
});

describe("space", () => {
  it.each([
    [anOption({ used_bytes: 312 * GIB }), "312 GiB"],
    [anOption({ used_bytes: 0 }), "none"],
    [anOption({ option: "buffer-cache", used_bytes: 0 }), "memory, no SSD"],
    [anOption({ option: "segments", used_bytes: null }), "—"],
    [anOption({ option: "redo", used_bytes: null }), "looked up by the script"],
    [anOption({ option: "combination", used_bytes: null }), "looked up by the script"],
  ])("case %#: %s", (option, text) => {
    expect(spaceText(option)).toBe(text);
  });
});

it("lists the most gain first, then what cannot be done, then what nothing is known of", () => {
  const options = [
    anOption({ option: "combination", feasible: false, response_ratio: null }),
    anOption({ option: "none", response_ratio: range(1) }),
    anOption({ option: "all", feasible: false, state: "blocked", response_ratio: range(0.2) }),
    anOption({ option: "indexes", feasible: false, state: "needs", response_ratio: range(0.3) }),
    anOption({ option: "temp", state: "unknown", not_known: NOT_KNOWN, response_ratio: null }),
    anOption({ option: "redo", response_ratio: range(0.9) }),
    anOption({ option: "segments", response_ratio: range(0.4) }),
  ];
  expect(byGain(options).map(({ option }) => option)).toEqual([
    "indexes",
    "segments",
    "redo",
    "none",
    "temp",
    "all",
    "combination",
  ]);
});

it.each([
  [[], -5],
  [[anOption({ response_ratio: null })], -5],
  [[anOption({ response_ratio: range(0.6) })], -5],
  [[anOption({ response_ratio: range(0.6) }), anOption({ response_ratio: range(0.9, 1.42) })], -45],
])("one scale for all options, never above today: case %#", (options, from) => {
  const scale = gainScale(options);
  expect(scale.from).toBeGreaterThanOrEqual(from - 5);
  expect(scale.from).toBeLessThanOrEqual(from);
  expect(scale.to).toBe(100);
});
