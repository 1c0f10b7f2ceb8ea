import type { Evidence } from "@/api/types";
import { useOpenEvidence } from "@/lib/evidence-context";

interface Props {
  /** What the figure is, for the accessible name: "Source of db file sequential read". */
  of: string;
  evidence: readonly Evidence[] | undefined;
  /** Field of the workload document the figure was read into; tells the column where the evidence does not. */
  field?: string;
}

/** The way from a figure to the report row it came from; absent where the figure has no row of its own. */
export function SourceButton({ of, evidence, field }: Props) {
  const open = useOpenEvidence();
  const known = evidence?.filter(({ source }) => source) ?? [];
  if (!open || known.length === 0) return null;
  const rows = known.map((row) => (field && !row.column ? { ...row, column: field } : row));
  return (
    <button
      type="button"
      className="source-button"
      aria-label={`Source of ${of}`}
      title={`Source of ${of}`}
      onClick={() => open(of, rows)}
    >
      source
    </button>
  );
}
