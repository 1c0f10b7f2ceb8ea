import { useEffect } from "react";
import { useCase } from "@/case/case";
import { databaseFacts } from "@/lib/facts";

/** A text as a CSS string. */
const quoted = (text: string) =>
  `"${text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replace(/[\n\r\f]/g, " ")}"`;

/** On paper every page says which database and which hours it is of. */
export function useRunningHead(): void {
  const { database, advice } = useCase();
  const said = `Segtier · ${database.name} · ${databaseFacts(database, advice)}`;
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule(
      `@page { @top-left { content: ${quoted(said)}; font-size: 8pt; } @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt; } }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [said]);
}
