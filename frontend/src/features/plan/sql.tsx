import { Suspense, lazy } from "react";

const HighlightedSql = lazy(() => import("./sql-highlight"));

/** A statement; plain until the highlighter is there, in the same place. */
export function Sql({ text }: { text: string }) {
  return (
    <Suspense fallback={<code className="sql">{text}</code>}>
      <HighlightedSql text={text} />
    </Suspense>
  );
}
