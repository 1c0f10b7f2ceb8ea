import type { Finding } from "@/api/types";
import { SourceButton } from "@/components/ui/source-button";
import { plural } from "@/lib/format";

const WORDS: Record<string, string> = {
  critical: "Important: ",
  warning: "Note: ",
  info: "",
};

/** What the verdict rests on, each with its source. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <details>
      <summary>Why: {plural(findings.length, "finding")}</summary>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.text}`}>
            <strong>{WORDS[finding.severity]}</strong>
            {finding.text} <SourceButton of={finding.text} evidence={finding.evidence} />
          </li>
        ))}
      </ul>
    </details>
  );
}
