/** What a word means, as docs/use/glossary.md has it. */

/** Words the pages explain. */
export type Word = "ceiling" | "knee" | "P10 to P90" | "data quality" | "same work" | "coverage";

const ROW = /^\| \*\*(.+?)\*\* \| (.+?) \|/;

/** Words with their meaning, in plain text. */
export function readGlossary(text: string): ReadonlyMap<string, string> {
  const rows = text.split("\n").map((line) => ROW.exec(line));
  return new Map(
    rows.flatMap((row) => (row?.[1] && row[2] ? [[row[1], row[2].replaceAll("`", "")]] : [])),
  );
}

let asked: Promise<ReadonlyMap<string, string>> | undefined;

/** Fetched when somebody asks for the first time. */
export const glossary = (): Promise<ReadonlyMap<string, string>> =>
  (asked ??= import("../../../docs/use/glossary.md?raw").then(({ default: text }) =>
    readGlossary(text),
  ));
