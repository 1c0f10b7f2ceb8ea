import { Button, Progress } from "@mantine/core";
import type { Upload } from "@/api/types";
import { isRunning, isWaiting } from "@/api/uploads";
import { Allowed } from "@/features/accounts/allowed";
import { bytes, plural } from "@/lib/format";
import { kindLabel } from "@/lib/kinds";
import { ArchiveMembers } from "./archive-members";
import { BundleContents } from "./bundle-contents";
import { BelongsTo } from "./belongs-to";
import { HeldIntervals } from "./held-intervals";
import { StateWord } from "./state-word";
import { UploadFault } from "./upload-fault";
import { UploadTitle } from "./upload-title";

interface Props {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

const READ_IN_PART = new Set(["truncated", "dump-damaged", "dump-table"]);
const WAITING = "dump-file-waits";
/** Remarks that somebody has to act on stand open. */
const ASKS = "which-database";
const WAITS_FOR: Record<NonNullable<Upload["waits_for"]>, string> = {
  "disk-full": "no room on the disk: goes on by itself when there is",
  "files-away": "the data folder is away: goes on by itself",
  "database-away": "the database is away: goes on by itself",
  "database-malformed": "the database is damaged: it has to be restored",
};

/** Of a dump in several files the first one has what is said of all; where others are cut, it is whole. */
function isReadInPart({ dump_file, warnings }: Upload): boolean {
  if (dump_file?.cut.length) return dump_file.cut.includes(dump_file.number);
  return warnings.some(({ code }) => READ_IN_PART.has(code));
}

function stateOf(upload: Upload): {
  state: "running" | "read" | "partly" | "failed";
  text: string;
} {
  if (upload.error) return { state: "failed", text: "cannot be read" };
  if (upload.waits_for) return { state: "running", text: WAITS_FOR[upload.waits_for] };
  if (isRunning(upload)) return { state: "running", text: upload.stage };
  if (isWaiting(upload)) return { state: "partly", text: "waits for other files" };
  if (upload.members?.failed)
    return {
      state: "failed",
      text: `read, but ${plural(upload.members.failed, "file")} in it not`,
    };
  if (isReadInPart(upload)) return { state: "partly", text: "breaks off, read so far" };
  if (upload.duplicate_of) return { state: "read", text: "already here" };
  return { state: "read", text: "read" };
}

/** Nobody but the user knows whether the change lies between the two periods. */
function SecondPeriodHint({ upload }: { upload: Upload }) {
  return (
    <p className="small">
      Its first period counts as {upload.period} the change. Segtier ignores the second until you
      assign it under Reports of the database.
    </p>
  );
}

/** What a file of a dump in several files waits for, in the words of its remark. */
function WaitingHint({ upload, onRemove }: Omit<Props, "onRetry">) {
  const remark = upload.warnings.find(({ code }) => code === WAITING);
  if (!remark) return null;
  return (
    <div className="notice notice-warn stack-tight">
      <p>{remark.message}</p>
      <div className="row no-print">
        <Allowed scope="uploads:write" to="remove files" quiet>
          <Button size="compact-sm" variant="default" onClick={onRemove}>
            Remove {upload.file}
          </Button>
        </Allowed>
      </div>
    </div>
  );
}

/** A file the server has: what it is, how far it is read, and what is wrong with it. */
export function UploadRow({ upload, onRetry, onRemove }: Props) {
  const remarks = upload.warnings.filter(({ code }) => code !== WAITING && code !== ASKS);
  const asked = upload.database_id ? undefined : upload.warnings.find(({ code }) => code === ASKS);
  return (
    <li className="upload-row" data-state={upload.state}>
      <div className="upload-head">
        <UploadTitle upload={upload} />
        {upload.sample && <span className="tag">sample</span>}
        {upload.dump_file && <span className="tag">file {upload.dump_file.number} of a dump</span>}
        {upload.period === "after" && <span className="tag">after the change</span>}
        <span className="quiet">{upload.kind ? kindLabel(upload.kind) : ""}</span>
        <span className="quiet num">{bytes(upload.bytes)}</span>
        <StateWord {...stateOf(upload)} />
      </div>
      {isRunning(upload) && (
        <Progress value={upload.progress_pct} size="sm" aria-label={`Read of ${upload.file}`} />
      )}
      {upload.error && (
        <UploadFault error={upload.error}>
          <Allowed scope="uploads:write" to="read files again or remove them" quiet>
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Read {upload.file} again
            </Button>
            <Button size="compact-sm" variant="default" onClick={onRemove}>
              Remove {upload.file}
            </Button>
          </Allowed>
        </UploadFault>
      )}
      {upload.members && <ArchiveMembers upload={upload} members={upload.members} />}
      <HeldIntervals upload={upload} />
      {upload.kind === "bundle" && upload.report_id && <BundleContents upload={upload} />}
      {upload.kind?.startsWith("awr-diff") && <SecondPeriodHint upload={upload} />}
      <WaitingHint upload={upload} onRemove={onRemove} />
      {remarks.length > 0 && (
        <details className="small">
          <summary>{plural(remarks.length, "remark")}</summary>
          <ul>
            {remarks.map((warning) => (
              <li key={`${warning.code} ${warning.section} ${warning.message}`}>
                {warning.section && !warning.message.startsWith(warning.section) && (
                  <strong>{warning.section}: </strong>
                )}
                {warning.message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {asked && <p className="small">{asked.message}</p>}
      <Allowed scope="uploads:write" to="say which database a file belongs to" quiet>
        <BelongsTo upload={upload} />
      </Allowed>
    </li>
  );
}
