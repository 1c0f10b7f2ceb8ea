import type { BeforeUpload } from "@/api/types";
import { figure, localTime } from "@/lib/format";

/** Says of an answer that it is from before an upload, as long as it is. */
export function BeforeUploadNotice({ before }: { before: BeforeUpload | null }) {
  if (!before) return null;
  const more = before.files_total - before.files.length;
  return (
    <div role="status" className="notice notice-warn">
      <p>
        <strong>
          This answer is from before the upload of{" "}
          <time dateTime={before.at}>{localTime(before.at)}</time>
        </strong>{" "}
        ({before.files.join(", ")}
        {more > 0 && ` and ${figure(more)} more`}). The new one takes its place as soon as it is
        there.
      </p>
    </div>
  );
}
