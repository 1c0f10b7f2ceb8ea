import { pathOf } from "./dropped-files";

/** Which files of a batch have not reached the server yet: kept by the browser, so that a page that comes back can say so. */

export interface How {
  period: "before" | "after";
  mask: "keep" | "hash" | "drop";
}

interface Kept extends How {
  tab: string;
  touched: number;
  /** Path, bytes, whether it was sent. */
  files: [string, number, 0 | 1][];
}

export interface Lost extends How {
  batch: string;
  count: number;
}

export interface Unsent {
  begin: (batch: string, files: readonly File[], how: How) => void;
  /** It arrived, or nobody wants it any more. */
  settle: (batch: string, file: File) => void;
  forget: (batch: string) => void;
  /** Writes at once what else is written a moment later. */
  flush: () => void;
  /** Files of an earlier life of the page, by batch. */
  lost: () => Lost[];
  /** Of these files those that a batch still waits for, how many it has, and the rest. */
  match: (files: readonly File[]) => { missing: Map<string, File[]>; here: number; rest: File[] };
}

type Store = Pick<Storage, "getItem" | "setItem">;

const KEY = "segtier-unsent";
const WAIT_MS = 500;
const OTHER_TAB_MS = 60_000;
const OLD_MS = 14 * 24 * 3_600_000;

function read(storage: Store): Record<string, Kept> {
  try {
    return JSON.parse(storage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

const label = (batch: string, path: string, size: number) => `${batch} ${size} ${path}`;

export function createUnsent(storage: Store, tab: string, now = Date.now): Unsent {
  const kept = read(storage);
  const queued = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  for (const [batch, { touched }] of Object.entries(kept))
    if (now() - touched > OLD_MS) delete kept[batch];

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      storage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // No room: the page then cannot say what was lost.
    }
  };
  const touch = (batch: string) => {
    const one = kept[batch];
    if (one) Object.assign(one, { tab, touched: now() });
    timer ??= setTimeout(write, WAIT_MS);
  };
  const isOfAnother = ({ tab: its, touched }: Kept) =>
    its !== tab && now() - touched < OTHER_TAB_MS;
  const missing = (batch: string) =>
    (kept[batch]?.files ?? []).filter(
      ([path, size, sent]) => !sent && !queued.has(label(batch, path, size)),
    );
  return {
    flush: write,
    begin(batch, files, how) {
      const one = (kept[batch] ??= { ...how, tab, touched: now(), files: [] });
      for (const file of files) {
        const path = pathOf(file);
        if (!one.files.some(([its, size]) => its === path && size === file.size))
          one.files.push([path, file.size, 0]);
        queued.add(label(batch, path, file.size));
      }
      touch(batch);
    },
    settle(batch, file) {
      const one = kept[batch];
      const its = one?.files.find(([path, size]) => path === pathOf(file) && size === file.size);
      if (its) its[2] = 1;
      if (one?.files.every(([, , sent]) => sent)) delete kept[batch];
      touch(batch);
    },
    forget(batch) {
      delete kept[batch];
      write();
    },
    lost: () =>
      Object.entries(kept)
        .filter(([, one]) => !isOfAnother(one))
        .map(([batch, { period, mask }]) => ({
          batch,
          period,
          mask,
          count: missing(batch).length,
        }))
        .filter(({ count }) => count > 0),
    match(files) {
      const found = new Map<string, File[]>();
      const rest: File[] = [];
      let here = 0;
      const known = new Map<string, [string, boolean]>();
      for (const [batch, one] of Object.entries(kept)) {
        if (missing(batch).length === 0 || isOfAnother(one)) continue;
        for (const [path, size, sent] of one.files)
          for (const name of [path, path.split("/").pop() ?? path])
            known.set(`${size} ${name}`, [batch, !!sent]);
      }
      for (const file of files) {
        const its = known.get(`${file.size} ${pathOf(file)}`);
        if (!its) rest.push(file);
        else if (its[1]) here += 1;
        else found.set(its[0], [...(found.get(its[0]) ?? []), file]);
      }
      return { missing: found, here, rest };
    },
  };
}
