import type { Upload } from "@/api/types";
import { plural } from "@/lib/format";
import type { QueueItem } from "@/lib/upload-queue";

export interface Tally {
  total: number;
  running: number;
  read: number;
  failed: number;
}

/** An archive that is read, but not all of its files. */
const inPart = (upload: Upload) => upload.state === "succeeded" && !!upload.members?.failed;

export function tally(sending: readonly QueueItem<Upload>[], arrived: readonly Upload[]): Tally {
  const read = arrived.filter((upload) => upload.state === "succeeded" && !inPart(upload)).length;
  const failed =
    arrived.filter((upload) => upload.error || inPart(upload)).length +
    sending.filter((item) => item.state === "failed").length;
  const total = sending.length + arrived.length;
  return { total, read, failed, running: total - read - failed };
}

export function tallyText({ running, read, failed }: Tally): string {
  return [
    running > 0 && `${running} in progress`,
    `${plural(read, "file")} read`,
    failed > 0 && `${failed} ${failed === 1 ? "needs" : "need"} attention`,
  ]
    .filter(Boolean)
    .join(", ");
}
