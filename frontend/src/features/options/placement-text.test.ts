import { expect, it } from "vitest";
import { anOption } from "@/test/builders";
import { placementText } from "./placement-text";

const GIB = 1024 ** 3;

it.each([
  [null, "Moves no segment."],
  [{ segments: 0, left: 3, bytes: 0 }, "Moves no segment."],
  [
    { segments: 1, left: 2, bytes: 40 * GIB },
    "Moves 1 segment (40 GiB) and leaves 2 where they are; the table of segments says why.",
  ],
  [
    { segments: 2, left: 0, bytes: null },
    "Moves 2 segments (not all sizes are known) and leaves 0 where they are; the table of segments says why.",
  ],
])("case %#", (moves, text) => expect(placementText(anOption({ moves }))).toBe(text));
