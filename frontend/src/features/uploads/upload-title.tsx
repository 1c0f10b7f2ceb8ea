import { useQuery } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import type { Upload } from "@/api/types";
import { databaseLabel } from "@/lib/database-name";
import { reportTime } from "@/lib/format";

type Hours = Pick<NonNullable<Upload["about"]>, "begin_time" | "end_time">;

/** "12 Mar 2024, 00:00 – 01:00"; both days where the hours are of two. */
export function hourText({ begin_time: begin, end_time: end }: Hours): string | null {
  if (!begin) return null;
  const from = reportTime(begin);
  if (!end) return from;
  const to = reportTime(end);
  return `${from} – ${begin.slice(0, 10) === end.slice(0, 10) ? to.replace(/^.*, /, "") : to}`;
}

/** A file by what it is of, as far as it is read; its own name beneath. */
export function UploadTitle({ upload }: { upload: Upload }) {
  const databases = useQuery(databasesQuery);
  const { about, file } = upload;
  const all = databases.data?.items ?? [];
  const database = all.find(({ id }) => id === upload.database_id);
  const name = database ? databaseLabel(database, all) : about?.database_name;
  if (!about || !name) return <span className="upload-name">{file}</span>;
  const parts = [name, ...(upload.holds.length > 0 ? [] : [about.release, hourText(about)])].filter(
    Boolean,
  );
  return (
    <span className="upload-name">
      {parts.join(" · ")}
      <span className="upload-file">{file}</span>
    </span>
  );
}
