import type { Batch, Upload } from "@/api/types";
import { running } from "@/api/uploads";
import type { Lost } from "@/lib/unsent";
import type { QueueItem } from "@/lib/upload-queue";
import { plural } from "@/lib/format";

type Item = QueueItem<Upload>;

/** Files that were sent together: what the server has of them, and what is on its way or was not sent. */
export interface Card {
  /** Null for files that came without a batch. */
  id: string | null;
  batch: Batch | null;
  sending: readonly Item[];
  notSent: readonly Item[];
  lost: number;
  /** Files that were here before. */
  known: number;
}

const isLocal = (id: string | null, item: Item) => item.batch === id;

function card(
  id: string | null,
  batch: Batch | null,
  all: readonly Item[],
  lost: readonly Lost[],
): Card {
  const items = all.filter((item) => isLocal(id, item));
  return {
    id,
    batch,
    sending: items.filter(({ state }) => state === "waiting" || state === "sending"),
    notSent: items.filter(({ state }) => state === "failed"),
    lost: lost.find((one) => one.batch === id)?.count ?? 0,
    known: items.filter(({ result }) => result?.duplicate_of && result.batch !== id).length,
  };
}

/** One for each batch, newest first; those the server has not heard of yet before all others. */
export function cardsOf(
  batches: readonly Batch[],
  items: readonly Item[],
  lost: readonly Lost[],
): Card[] {
  const known = new Set(batches.map(({ id }) => id));
  const own = new Set([...items, ...lost].map(({ batch }) => batch));
  const fresh = [...own].filter((id) => !known.has(id)).toReversed();
  return [
    ...fresh.map((id) => card(id, null, items, lost)),
    ...batches.map((batch) => card(batch.id, batch, items, lost)),
  ];
}

export interface Tally {
  total: number;
  running: number;
  read: number;
  attention: number;
}

/** Read as far as can be, but of no database, or waiting for other files of a dump. */
const openOf = (batch: Batch | null): number =>
  (batch?.unlinked.length ?? 0) + (batch?.waiting.length ?? 0);

/** Files that need a word or a hand of the user's: not sent, not read, of which database, or what it waits for. */
export function attentionOf({ batch, notSent, lost }: Card): number {
  const { failed = 0, quarantined = 0 } = batch?.states ?? {};
  return failed + quarantined + notSent.length + lost + openOf(batch);
}

export function tallyOf(one: Card): Tally {
  const { batch, sending, notSent, lost } = one;
  const attention = attentionOf(one);
  const read = (batch?.states.succeeded ?? 0) - openOf(batch);
  const total = (batch?.files ?? 0) + sending.length + notSent.length + lost;
  return { total, read, attention, running: sending.length + (batch ? running(batch) : 0) };
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (field: keyof Tally) => tallies.reduce((total, one) => total + one[field], 0);
  return {
    total: sum("total"),
    running: sum("running"),
    read: sum("read"),
    attention: sum("attention"),
  };
}

/** "2 in progress, 118 files read, 3 need attention". */
export function tallyText({ running: busy, read, attention }: Tally): string {
  return [
    busy > 0 && `${busy} in progress`,
    `${plural(read, "file")} read`,
    attention > 0 && attentionText(attention),
  ]
    .filter(Boolean)
    .join(", ");
}

export const attentionText = (count: number): string =>
  `${count} ${count === 1 ? "needs" : "need"} attention`;
