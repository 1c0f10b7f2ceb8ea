import type { Collector } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";

type File = Collector["files"][number];

const LICENCES: Record<File["licence"], string> = {
  none: "none",
  "diagnostics-pack": "Diagnostics Pack",
  statspack: "none; Statspack",
};

/** What these commands read: AWR with the pack, Statspack without it, heavy files only on demand. */
export function isRead(file: File, pack: boolean): boolean {
  const licences = ["none", pack ? "diagnostics-pack" : "statspack"];
  return !file.heavy && licences.includes(file.licence);
}

function note(file: File, pack: boolean): string {
  if (isRead(file, pack)) return file.one_row_for ? `one row for each of: ${file.one_row_for}` : "";
  return file.heavy ? "only with the word buffers; slow" : "not read by the commands above";
}

/** Every file of a bundle with the views behind it. */
export function FilesRead({ collector, pack }: { collector: Collector; pack: boolean }) {
  const read = collector.files.filter((file) => isRead(file, pack));
  const views = new Set(read.flatMap((file) => file.views));
  return (
    <Section title="Every file, and the views it reads" long>
      <p>
        With these commands: {plural(read.length, "file")} out of {plural(views.size, "view")}. Each
        is one SELECT; the script is plain text to read before it is run.
      </p>
      <details>
        <summary>Show the list</summary>
        <ScrollRegion label="Files of a bundle">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">What it holds</th>
                <th scope="col">Views</th>
                <th scope="col">Licence</th>
                <th scope="col">Note</th>
              </tr>
            </thead>
            <tbody>
              {collector.files.map((file) => (
                <tr key={file.file}>
                  <th scope="row">
                    <code>{file.file}</code>
                  </th>
                  <td>{file.title}</td>
                  <td>
                    <code>{file.views.join(", ")}</code>
                  </td>
                  <td>{LICENCES[file.licence]}</td>
                  <td className="quiet">{note(file, pack)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </Section>
  );
}
