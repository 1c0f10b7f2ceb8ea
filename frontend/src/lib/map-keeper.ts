/** Keeps the map of masked files until it is saved. Files are masked one after the other, so that all share one map. */

export interface LeftOut {
  file: string;
  message: string;
}

export interface Masked {
  map: string | null;
  leftOut: readonly LeftOut[];
}

export interface KeptMap {
  /** Which token stands for which name; null where nothing was masked yet. */
  text: string | null;
  /** Whether the user has it. */
  saved: boolean;
  /** Files that could not be read, and so were neither masked nor stored. */
  leftOut: readonly LeftOut[];
}

export interface MapKeeper {
  get: () => KeptMap;
  subscribe: (listener: () => void) => () => void;
  /** Runs `send` when all earlier ones are done, with the map as they left it. */
  turn: <Result>(
    send: (map: string | null) => Promise<{ result: Result; masked: Masked | null }>,
  ) => Promise<Result>;
  /** Goes on with the map of earlier files. */
  goOnWith: (text: string) => void;
  markSaved: () => void;
}

export function createMapKeeper(): MapKeeper {
  let kept: KeptMap = { text: null, saved: true, leftOut: [] };
  let earlier: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const publish = (part: Partial<KeptMap>) => {
    kept = { ...kept, ...part };
    for (const listener of listeners) listener();
  };
  const add = ({ map, leftOut }: Masked) => {
    if (map && map !== kept.text) publish({ text: map, saved: false });
    if (leftOut.length > 0) publish({ leftOut: [...kept.leftOut, ...leftOut] });
  };
  return {
    get: () => kept,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turn(send) {
      const mine = earlier.then(async () => {
        const { result, masked } = await send(kept.text);
        if (masked) add(masked);
        return result;
      });
      earlier = mine.catch(() => undefined);
      return mine;
    },
    goOnWith: (text) => publish({ text, saved: true }),
    markSaved: () => publish({ saved: true }),
  };
}
