import { expect, it } from "vitest";
import type { Batch, Upload } from "@/api/types";
import type { QueueItem } from "@/lib/upload-queue";
import { aBatch, anUpload } from "@/test/builders";
import { cardsOf, sumOf, tallyOf, tallyText } from "./cards";
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
const item = (
  state: QueueItem<Upload>["state"],
  batch = "bat_1",
  result?: Upload,
): QueueItem<Upload> => ({ id: 1, batch, file: new File([], "x"), state, sentBytes: 0, result });
const states = (part: Partial<Batch["states"]>): Partial<Batch> => {
  const all = { queued: 0, running: 0, succeeded: 0, failed: 0, quarantined: 0, ...part };
  return { states: all, files: Object.values(all).reduce((sum, one) => sum + one, 0) };
};
const lost = (count: number, batch = "bat_1") => ({
  batch,
  count,
  period: "before" as const,
  mask: "keep" as const,
});

it.each([
  [[], {}, [], "1 file read"],
  [[], states({ succeeded: 1, running: 1, queued: 2 }), [], "3 in progress, 1 file read"],
  [[], states({ succeeded: 2, failed: 1 }), [], "2 files read, 1 needs attention"],
  [[], states({ succeeded: 2, quarantined: 1 }), [lost(12)], "2 files read, 13 need attention"],
  [[], { unlinked: [anUpload()] }, [], "0 files read, 1 needs attention"],
  [[item("failed")], states({ failed: 1 }), [], "0 files read, 2 need attention"],
  [[item("sending"), item("waiting"), item("sent")], {}, [], "2 in progress, 1 file read"],
])("what a batch comes to, case %#", (items, batch, missing, text) => {
  const [card] = cardsOf([aBatch(batch)], items, missing);
  expect(tallyText(tallyOf(card!))).toBe(text);
});

it("has a card for each batch, those that the server has not heard of first", () => {
  const sent = item("sent", "bat_2", anUpload({ batch: "bat_1", duplicate_of: "u1" }));
  const cards = cardsOf(
    [aBatch(), aBatch({ id: null })],
    [item("waiting", "bat_3"), sent],
    [lost(2, "bat_4")],
  );
  expect(cards.map(({ id, known, lost: count }) => [id, known, count])).toEqual([
    ["bat_4", 0, 2],
    ["bat_2", 1, 0],
    ["bat_3", 0, 0],
    ["bat_1", 0, 0],
    [null, 0, 0],
  ]);
  expect(tallyText(sumOf(cards.map(tallyOf)))).toBe(
    "1 in progress, 2 files read, 2 need attention",
  );
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
