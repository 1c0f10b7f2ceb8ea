import type { ReactNode } from "react";
import type { Upload } from "@/api/types";

type Fault = NonNullable<Upload["error"]>;

/** "Section “Load Profile”, line 812, column 4" as far as the place is known. */
export function faultPlace({ section, line, column }: Fault): string {
  const parts = [
    section && `section “${section}”`,
    line != null && `line ${line}`,
    column != null && `column ${column}`,
  ].filter(Boolean);
  const text = parts.join(", ");
  return text && text[0]!.toUpperCase() + text.slice(1);
}

/** What is wrong with a file, where, and what to do. */
export function UploadFault({ error, children }: { error: Fault; children: ReactNode }) {
  const place = faultPlace(error);
  return (
    <div className="notice notice-bad stack-tight">
      <p>
        <strong>{error.message}</strong>
      </p>
      {place && <p>{place}</p>}
      {error.excerpt && <pre className="upload-excerpt">{error.excerpt}</pre>}
      {error.advice && <p>{error.advice}</p>}
      <div className="row no-print">{children}</div>
    </div>
  );
}
