import type { Upload } from "@/api/types";
import { faultPlace } from "./upload-fault";

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function line({ file, error }: Upload): string {
  const parts = [error?.message, error && faultPlace(error), error?.advice].filter(
    (part) => !!part,
  );
  return `${file}: ${parts.map((part) => sentence(part as string)).join(" ")}`;
}

/** Every file of an archive that was refused or could not be read, one a line, for a mail or a ticket. */
export function failedText(archive: Upload, failed: readonly Upload[]): string {
  const refused = archive.warnings.map(({ message }) => message);
  return [`Not read of ${archive.file}:`, ...refused, ...failed.map(line), ""].join("\n");
}
