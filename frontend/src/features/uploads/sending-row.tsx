import { Button, Progress } from "@mantine/core";
import { asProblem } from "@/api/problem";
import type { Upload } from "@/api/types";
import { bytes } from "@/lib/format";
import type { QueueItem } from "@/lib/upload-queue";
import { StateWord } from "./state-word";

interface Props {
  item: QueueItem<Upload>;
  onRetry: () => void;
  onDismiss: () => void;
}

/** A file on its way to the server, or one the server did not take. */
export function SendingRow({ item, onRetry, onDismiss }: Props) {
  const pct = item.file.size === 0 ? 0 : (100 * item.sentBytes) / item.file.size;
  const problem = item.state === "failed" ? asProblem(item.error) : null;
  return (
    <li className="upload-row">
      <div className="upload-head">
        <span className="upload-name">{item.file.name}</span>
        <span className="quiet num">{bytes(item.file.size)}</span>
        <StateWord
          state={problem ? "failed" : "sending"}
          text={problem ? "not sent" : item.state}
        />
      </div>
      {problem ? (
        <div className="notice notice-bad stack-tight">
          <p>{problem.message}</p>
          {problem.advice && <p>{problem.advice}</p>}
          <div className="row">
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Send {item.file.name} again
            </Button>
            <Button size="compact-sm" variant="default" onClick={onDismiss}>
              Dismiss {item.file.name}
            </Button>
          </div>
        </div>
      ) : (
        <Progress value={Math.min(100, pct)} size="sm" aria-label={`Sent of ${item.file.name}`} />
      )}
    </li>
  );
}
