import type { Finding } from "@/api/types";
import { SourceButton } from "@/components/ui/source-button";
import { plural } from "@/lib/format";

const WORDS: Record<string, string> = {
  critical: "Important: ",
  warning: "Note: ",
  info: "",
};

const SHOWN = 3;

function Lines({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="findings">
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.text}`}>
          <strong>{WORDS[finding.severity]}</strong>
          {finding.text} <SourceButton of={finding.text} evidence={finding.evidence} />
        </li>
      ))}
    </ul>
  );
}

/** What the verdict rests on, each with its source; the first few, the rest behind a click. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const more = findings.slice(SHOWN);
  return (
    <>
      <Lines findings={findings.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary>{plural(more.length, "more finding")}</summary>
          <Lines findings={more} />
        </details>
      )}
    </>
  );
}
