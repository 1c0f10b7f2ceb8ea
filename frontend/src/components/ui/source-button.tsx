import type { Evidence } from "@/api/types";
import { useOpenEvidence } from "@/lib/evidence-context";

interface Props {
  /** What the figure is, for the accessible name: "Source of db file sequential read". */
  of: string;
  evidence: readonly Evidence[] | undefined;
}

/** The way from a figure to the report row it came from; absent where the figure has no row of its own. */
export function SourceButton({ of, evidence }: Props) {
  const open = useOpenEvidence();
  if (!open || !evidence || evidence.length === 0) return null;
  return (
    <button
      type="button"
      className="source-button"
      aria-label={`Source of ${of}`}
      title={`Source of ${of}`}
      onClick={() => open(of, evidence)}
    >
      source
    </button>
  );
}
