import { Announcer } from "@/components/ui/announcer";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { OpenDatabases } from "./open-databases";
import { SendingRow } from "./sending-row";
import { UploadRow } from "./upload-row";
import { type Tally, tally, tallyText } from "./tally";
import type { UploadsState } from "./use-uploads";

const STEP_PCT = 25;

/** Spoken at quarter steps while files are read, and once at the end. */
function spoken(counts: Tally): string {
  if (counts.total === 0) return "";
  if (counts.running === 0) return tallyText(counts);
  const pct = Math.floor((100 * (counts.total - counts.running)) / counts.total);
  return `${Math.floor(pct / STEP_PCT) * STEP_PCT} percent of ${plural(counts.total, "file")} done`;
}

/** Every file with its state; the ones that need attention first. */
export function UploadList({ uploads }: { uploads: UploadsState }) {
  const counts = tally(uploads.sending, uploads.arrived);
  if (counts.total === 0) return null;
  const failed = uploads.arrived.filter((upload) => upload.error);
  const rest = uploads.arrived.filter((upload) => !upload.error);
  return (
    <Section title="Files" aside={<span className="num">{tallyText(counts)}</span>} long>
      <Announcer>{spoken(counts)}</Announcer>
      <OpenDatabases uploads={uploads.arrived} />
      <ul className="upload-list" aria-label="Uploaded files">
        {uploads.sending.map((item) => (
          <SendingRow
            key={item.id}
            item={item}
            onRetry={() => uploads.retrySending(item.id)}
            onDismiss={() => uploads.dismiss(item.id)}
          />
        ))}
        {[...failed, ...rest].map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => uploads.retryReading(upload.id)}
            onRemove={() => uploads.remove(upload.id)}
          />
        ))}
      </ul>
    </Section>
  );
}
