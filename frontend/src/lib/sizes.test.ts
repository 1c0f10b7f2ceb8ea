import { expect, it } from "vitest";
import { sizesAreLow, sizesKnown, sizesText } from "./sizes";

const bundle = { kind: "bundle", file: "shop.zip", period: "before", has_sizes: true } as const;
const typed = { kind: "typed", file: null, period: "before", has_sizes: true } as const;
const report = { kind: "awr-html", file: "awr.html", period: "before", has_sizes: false } as const;

it.each([
  [{ known: 0, listed: 0 }, [], ""],
  [{ known: 0, listed: 1 }, [report], "No sizes of the 1 listed segment are known."],
  [{ known: 0, listed: 5 }, [report], "No sizes of the 5 listed segments are known."],
  [
    { known: 5, listed: 5 },
    [report, bundle, bundle],
    "Sizes of all 5 listed segments are known, from shop.zip.",
  ],
  [
    { known: 3, listed: 5 },
    [bundle, typed],
    "Sizes of 3 of 5 listed segments are known, from shop.zip and typed sizes.",
  ],
  [
    { known: 5, listed: 5 },
    [bundle, typed, { ...bundle, file: "new.zip" }],
    "Sizes of all 5 listed segments are known, from shop.zip and 2 more files.",
  ],
  [
    { known: 3, listed: 5 },
    [{ ...bundle, period: "ignored" }],
    "Sizes of 3 of 5 listed segments are known.",
  ],
])("what is known of sizes, case %#", (known, sources, text) => {
  expect(sizesText(known, sources)).toBe(text);
});

it("counts what the advice says", () =>
  expect(sizesKnown({ segments_sized: 2, segments_ranked: 3 })).toEqual({ known: 2, listed: 3 }));

it.each([
  [0, 0, false],
  [0, 1, true],
  [8, 10, true],
  [9, 10, false],
])("sizes of %d of %d are too few: %s", (known, listed, low) => {
  expect(sizesAreLow({ known, listed })).toBe(low);
});
