import type { PlanUnderReview } from "@/api/plans";
import { band, bytes } from "@/lib/format";

/** What was advised when the current revision was made: it stays when the reports are deleted. */
export function KeptAdvice({ plan }: { plan: PlanUnderReview }) {
  const revision = plan.revisions.at(-1);
  if (!revision) return null;
  const { number, advice } = revision;
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
