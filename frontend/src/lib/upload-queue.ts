/** Sends many files, a few at a time, each on its own: a file that fails never stops its neighbours. */

export interface QueueItem<Result> {
  id: number;
  /** What it is sent with. */
  batch: string;
  file: File;
  state: "waiting" | "sending" | "sent" | "failed";
  sentBytes: number;
  result?: Result;
  error?: unknown;
}

type Send<Result> = (file: File, onProgress: (sentBytes: number) => void) => Promise<Result>;

export interface UploadQueue<Result> {
  add: (batch: string, files: readonly File[], send: Send<Result>) => void;
  retry: (id: number) => void;
  dismiss: (id: number) => void;
  items: () => readonly QueueItem<Result>[];
  subscribe: (listener: () => void) => () => void;
}

export function createUploadQueue<Result>(concurrency = 3): UploadQueue<Result> {
  let items: readonly QueueItem<Result>[] = [];
  let nextId = 1;
  const sends = new Map<number, Send<Result>>();
  const listeners = new Set<() => void>();

  const publish = (next: readonly QueueItem<Result>[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  const change = (id: number, part: Partial<QueueItem<Result>>) =>
    publish(items.map((item) => (item.id === id ? { ...item, ...part } : item)));

  async function run(item: QueueItem<Result>): Promise<void> {
    const send = sends.get(item.id);
    if (!send) return;
    change(item.id, { state: "sending", sentBytes: 0, error: undefined });
    try {
      const result = await send(item.file, (sentBytes) => change(item.id, { sentBytes }));
      change(item.id, { state: "sent", sentBytes: item.file.size, result });
    } catch (error) {
      change(item.id, { state: "failed", error });
    }
    pump();
  }

  function pump(): void {
    const free = concurrency - items.filter((item) => item.state === "sending").length;
    const waiting = items.filter((item) => item.state === "waiting");
    for (const item of waiting.slice(0, Math.max(0, free))) void run(item);
  }

  return {
    add(batch, files, send) {
      const added = files.map((file): QueueItem<Result> => {
        const id = nextId++;
        sends.set(id, send);
        return { id, batch, file, state: "waiting", sentBytes: 0 };
      });
      publish([...items, ...added]);
      pump();
    },
    retry(id) {
      change(id, { state: "waiting", error: undefined });
      pump();
    },
    dismiss(id) {
      sends.delete(id);
      publish(items.filter((item) => item.id !== id));
    },
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
