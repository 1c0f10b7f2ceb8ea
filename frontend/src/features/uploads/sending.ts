import type { Upload } from "@/api/types";
import { sendFile } from "@/api/uploads";
import { createAsk } from "@/lib/ask-before-leaving";
import { createMapKeeper } from "@/lib/map-keeper";
import { type How, createUnsent } from "@/lib/unsent";
import { createUploadQueue } from "@/lib/upload-queue";

const CONCURRENCY = 3;
const ID_BYTES = 16;
const TAB = "segtier-tab";

function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This tab, over reloads of it. */
function thisTab(): string {
  const tab = sessionStorage.getItem(TAB) ?? newId();
  sessionStorage.setItem(TAB, tab);
  return tab;
}

/** All outlive the page, so that leaving it neither stops what is being sent nor loses a map. */
export const queue = createUploadQueue<Upload>(CONCURRENCY);
export const maps = createMapKeeper();
export const unsent = createUnsent(localStorage, thisTab());

window.addEventListener("pagehide", unsent.flush);

const ask = createAsk();
queue.subscribe(() =>
  ask(queue.items().some(({ state }) => state === "waiting" || state === "sending")),
);

type Send = (map: string | null) => Promise<Upload>;

/** Files to be masked wait for the map of the one before. */
function masked(send: Send): Promise<Upload> {
  return maps.turn(async (map) => {
    const upload = await send(map);
    const names = upload.masked;
    return {
      result: upload,
      masked: names && { map: names.map_file, leftOut: names.left_out },
    };
  });
}

function sendAll(batch: string, files: readonly File[], how: How, onSent: () => void): void {
  if (files.length === 0) return;
  unsent.begin(batch, files, how);
  queue.add(batch, files, async (file, onProgress) => {
    const send: Send = (map) => sendFile(file, { ...how, batch, map, onProgress });
    const upload = await (how.mask === "keep" ? send(null) : masked(send));
    unsent.settle(batch, file);
    onSent();
    return upload;
  });
}

export interface Taken {
  /** Files an earlier page did not send. */
  resumed: number;
  /** Files of the same choice that were sent then. */
  here: number;
}

/** A new batch; but what an earlier one still waits for goes there, and what it has is not sent twice. */
export function sendFiles(files: readonly File[], how: How, onSent: () => void): Taken {
  const { missing, here, rest } = unsent.match(files);
  const lost = unsent.lost();
  for (const [batch, its] of missing)
    sendAll(batch, its, lost.find((one) => one.batch === batch) ?? how, onSent);
  sendAll(`bat_${newId()}`, rest, how, onSent);
  const resumed = [...missing.values()].reduce((sum, its) => sum + its.length, 0);
  return { resumed, here };
}
