import type { PlanRevision } from "@/api/plans";
import { band, bytes } from "@/lib/format";

/** What was advised when a revision was made: it stays when the reports are deleted. */
export function KeptAdvice({ revision: { number, advice } }: { revision: PlanRevision }) {
  if (!advice)
    return (
      <p data-testid="kept-advice">
        The advice of revision {number}: <strong>not kept</strong>. An earlier version of Segtier
        made it.
      </p>
    );
  const { ssd_bytes, option } = advice;
  return (
    <p data-testid="kept-advice">
      The advice of revision {number}
      {ssd_bytes !== null && <>, for {bytes(ssd_bytes)} of SSD</>}: DB time per transaction ×{" "}
      {band(option.response_ratio)}. {option.worth_text}
    </p>
  );
}
