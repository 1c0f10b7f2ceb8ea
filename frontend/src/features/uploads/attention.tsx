import { Button } from "@mantine/core";
import type { Upload } from "@/api/types";
import { ChooseFolder } from "./choose-folder";
import { plural } from "@/lib/format";
import { AllOfThem } from "./all-of-them";
import { type Card, attentionOf, attentionText } from "./cards";
import { SendingRow } from "./sending-row";
import { faultPlace } from "./upload-fault";
import { UploadRow } from "./upload-row";
import type { UploadsState } from "./use-uploads";

/**
 * Those that need a database, and those that came by themselves and need other files or a second try: the oldest first, so that
 * none moves. Which database a file of an archive is of can be said here alone.
 */
export const shownWhole = ({ batch }: Card): Upload[] =>
  [
    ...[...(batch?.failures ?? []), ...(batch?.waiting ?? [])].filter((one) => !one.archive_id),
    ...(batch?.unlinked ?? []),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1));

function InArchives({ failures }: { failures: readonly Upload[] }) {
  return (
    <ul className="failed-members" aria-label="Files of archives that could not be read">
      {failures.map(({ id, file, error }) => (
        <li key={id}>
          <strong className="upload-name">{file}</strong>
          {error && (
            <span className="failed-why">
              {error.message}
              {faultPlace(error) && ` (${faultPlace(error)})`}
            </span>
          )}
          {error?.advice && <span className="quiet">{error.advice}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Files of an earlier page that never arrived. */
function NotSent({ lost, onFiles, onForget }: { lost: number } & NotSentActions) {
  return (
    <div className="notice notice-warn stack-tight">
      <p>
        {plural(lost, "file")} {lost === 1 ? "was" : "were"} not sent: choose the folder again. What
        is here is not sent twice.
      </p>
      <div className="row no-print">
        <ChooseFolder label="Choose the folder again" onFiles={onFiles} />
        <Button size="compact-sm" variant="default" onClick={onForget}>
          Do without
        </Button>
      </div>
    </div>
  );
}

interface NotSentActions {
  onFiles: (files: File[]) => void;
  onForget: () => void;
}

interface Props {
  card: Card;
  uploads: UploadsState;
  onFiles: (files: File[]) => void;
}

/** What of a batch needs a hand, with all that is known of why. It stays until it is settled. */
export function Attention({ card, uploads, onFiles }: Props) {
  const count = attentionOf(card);
  if (count === 0) return null;
  const inArchives = (card.batch?.failures ?? []).filter((one) => one.archive_id);
  const { id, lost } = card;
  return (
    <div className="stack-tight">
      <h4 className="upload-attention">{attentionText(count)}</h4>
      {lost > 0 && id && (
        <NotSent lost={lost} onFiles={onFiles} onForget={() => uploads.forget(id)} />
      )}
      <AllOfThem card={card} uploads={uploads} />
      <ul className="upload-list" aria-label="Files that need attention">
        {card.notSent.map((item) => (
          <SendingRow
            key={item.id}
            item={item}
            onRetry={() => uploads.retrySending(item.id)}
            onDismiss={() => uploads.dismiss(item)}
          />
        ))}
        {shownWhole(card).map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => uploads.retryReading(upload.id)}
            onRemove={() => uploads.remove(upload.id)}
          />
        ))}
      </ul>
      {inArchives.length > 0 && (
        <details className="small">
          <summary>{plural(inArchives.length, "file")} of archives could not be read</summary>
          <InArchives failures={inArchives} />
        </details>
      )}
    </div>
  );
}
