import { Progress } from "@mantine/core";
import type { Upload } from "@/api/types";
import { bytes, figure, localTime, plural } from "@/lib/format";
import type { QueueItem } from "@/lib/upload-queue";
import { Attention, shownWhole } from "./attention";
import { BatchRows } from "./batch-rows";
import { type Card, tallyOf, tallyText } from "./cards";
import { OpenDatabases } from "./open-databases";
import { SendingRow } from "./sending-row";
import type { UploadsState } from "./use-uploads";

function title({ id, batch }: Card): string {
  if (!batch) return "Being sent";
  if (batch.sample) return "The sample";
  return id == null ? "Sent one by one" : `Sent ${localTime(batch.begun_at)}`;
}

/** The part of the whole that is settled, in percent. */
function donePct(card: Card): number {
  const { total, running } = tallyOf(card);
  return total === 0 ? 100 : (100 * (total - running)) / total;
}

function extras({ batch, known }: Card): string {
  const { refused = 0 } = batch ?? {};
  return [
    batch && bytes(batch.bytes),
    known > 0 && `${plural(known, "file")} here before`,
    refused > 0 && `${figure(refused)} refused in archives`,
  ]
    .filter(Boolean)
    .join(", ");
}

function Sending({ items }: { items: readonly QueueItem<Upload>[] }) {
  const now = items.filter(({ state }) => state === "sending");
  return (
    <ul className="upload-list upload-sending" aria-label="Files on their way">
      {now.map((item) => (
        <SendingRow
          key={item.id}
          item={item}
          onRetry={() => undefined}
          onDismiss={() => undefined}
        />
      ))}
      {items.length > now.length && (
        <li className="quiet small">{plural(items.length - now.length, "more file")} to send</li>
      )}
    </ul>
  );
}

interface Props {
  card: Card;
  uploads: UploadsState;
  onFiles: (files: File[]) => void;
}

/** Files that were sent together: how far they are, what needs a hand, and the rest on demand. */
export function BatchCard({ card, uploads, onFiles }: Props) {
  const name = title(card);
  const counts = tallyOf(card);
  const without = new Set(shownWhole(card).map(({ id }) => id));
  return (
    <article className="upload-batch stack-tight" aria-label={name}>
      <div className="row spread">
        <h3>{name}</h3>
        <span className="num upload-tally">{tallyText(counts)}</span>
      </div>
      <Progress value={donePct(card)} size="sm" aria-label={`Done of what was sent: ${name}`} />
      <div className="row spread upload-facts">
        <span className="quiet small">{extras(card)}</span>
        <div className="row">
          <OpenDatabases ids={card.batch?.database_ids ?? []} />
        </div>
      </div>
      <Attention card={card} uploads={uploads} onFiles={onFiles} />
      {card.sending.length > 0 && <Sending items={card.sending} />}
      {card.batch && (
        <BatchRows
          batch={card.batch}
          without={without}
          onRetry={({ id }) => uploads.retryReading(id)}
          onRemove={({ id }) => uploads.remove(id)}
        />
      )}
    </article>
  );
}
