import type { Advice, Sources } from "@/api/types";

/** What speaks against the inputs, or was chosen among them: a few lines, the rest behind a click. */
const SHOWN = 3;

function Lines({ warnings }: { warnings: Advice["warnings"] }) {
  return (
    <ul className="findings">
      {warnings.map((warning) => (
        <li key={`${warning.code} ${warning.message}`}>{warning.message}</li>
      ))}
    </ul>
  );
}

export function InputWarnings({
  warnings,
  all,
}: {
  warnings: Advice["warnings"];
  /** All of them, once they are there. */
  all?: Sources["warnings"];
}) {
  if (warnings.length === 0) return null;
  const more = (all ?? warnings).slice(SHOWN);
  return (
    <div role="note" aria-label="Warnings" className="notice notice-warn small">
      <strong>To know before you trust the figures</strong>
      <Lines warnings={warnings.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          <Lines warnings={more} />
        </details>
      )}
    </div>
  );
}
