import { expect, it } from "vitest";
import { aPlacement, anAdvice } from "@/test/builders";
import { placementText } from "./placement-text";

const GIB = 1024 ** 3;

it.each([
  [[], "Moves no segment."],
  [[aPlacement({ included: false })], "Moves no segment."],
  [[aPlacement({ option: "all" })], "Moves no segment."],
  [
    [aPlacement({ size_bytes: 40 * GIB }), aPlacement({ included: false })],
    "Moves 1 segment (40 GiB) and leaves 1 where they are; the table of segments says why.",
  ],
  [
    [aPlacement({ size_bytes: 40 * GIB }), aPlacement({ size_bytes: null })],
    "Moves 2 segments (not all sizes are known) and leaves 0 where they are; the table of segments says why.",
  ],
])("case %#: %s", (placement, text) => {
  expect(placementText(anAdvice({ placement }), "segments")).toBe(text);
});
