import { expect, it } from "vitest";
import type { Upload } from "@/api/types";
import type { QueueItem } from "@/lib/upload-queue";
import { anUpload, someMembers } from "@/test/builders";
import { tally, tallyText } from "./tally";
import { faultPlace } from "./upload-fault";

const aFault = (part: Partial<NonNullable<Upload["error"]>> = {}) => ({
  code: "unreadable",
  message: "m",
  advice: null,
  section: null,
  line: null,
  column: null,
  excerpt: null,
  ...part,
});
const item = (state: QueueItem<Upload>["state"]): QueueItem<Upload> => ({
  id: 1,
  file: new File([], "x"),
  state,
  sentBytes: 0,
});
const running = anUpload({ state: "running" });
const mixed = anUpload({ kind: "archive", members: someMembers({ failed: 2 }) });
const failed = anUpload({ state: "failed", error: aFault() });

it.each([
  [[], [anUpload()], "1 file read"],
  [[], [anUpload(), running], "1 in progress, 1 file read"],
  [[], [anUpload(), anUpload(), failed], "2 files read, 1 needs attention"],
  [[], [anUpload(), mixed], "1 file read, 1 needs attention"],
  [[], [{ ...mixed, state: "running" as const }], "1 in progress, 0 files read"],
  [[item("failed")], [failed], "0 files read, 2 need attention"],
  [[item("sending"), item("waiting")], [], "2 in progress, 0 files read"],
])("case %#: %s", (sending, arrived, text) => {
  expect(tallyText(tally(sending, arrived))).toBe(text);
});

it.each([
  [aFault(), ""],
  [aFault({ line: 812 }), "Line 812"],
  [
    aFault({ section: "Load Profile", line: 812, column: 4 }),
    "Section “Load Profile”, line 812, column 4",
  ],
])("place of a fault, case %#: %s", (fault, text) => {
  expect(faultPlace(fault)).toBe(text);
});
