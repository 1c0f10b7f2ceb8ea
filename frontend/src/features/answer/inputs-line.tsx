import { Link } from "@tanstack/react-router";
import type { Advice } from "@/api/types";
import { coverageIsLow, coverageText } from "@/lib/coverage";
import { isNo } from "@/lib/tabs";
import { sizesAreLow, sizesKnown, sizesText } from "@/lib/sizes";

/** Warnings of counters that are here, of another time: collecting them once more brings the same. */
const COUNTED_BEFORE = ["counters-fill", "counters-other-time"];

/** What the answer stands on: which hours, how much of the I/O, how many sizes; and how to get the rest. Folded while nothing is wanting. */
export function InputsLine({ advice }: { advice: Advice }) {
  const sizes = sizesKnown(advice);
  const low =
    coverageIsLow(advice.quality) &&
    !advice.warnings.some(({ code }) => COUNTED_BEFORE.includes(code));
  return (
    <details className="printed" open={low || sizesAreLow(sizes)}>
      <summary>What it stands on</summary>
      <div className="small">
        {advice.hours && advice.hours.intervals > 1 && (
          <p className="quiet">
            {advice.hours.text} {advice.hours.other_hours}
          </p>
        )}
        <p className={low ? "inputs-low" : "quiet"}>
          {coverageText(advice.quality)} {sizesText(sizes, [])}{" "}
          {!isNo(advice.verdict) && (low || sizesAreLow(sizes)) && (
            <span className="no-print">
              <Link to="/collect">Collect the rest in one run</Link>
            </span>
          )}
        </p>
      </div>
    </details>
  );
}
