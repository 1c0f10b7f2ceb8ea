import type { Advice } from "@/api/types";
import { VerdictTag } from "@/components/ui/verdict-tag";
import { coverageIsLow, coverageLabel } from "@/lib/coverage";
import { percent } from "@/lib/format";
import { verdictLook } from "@/lib/verdict";
import { BestOption } from "./best-option";
import { Findings } from "./findings";
import { InputWarnings } from "./input-warnings";
import { InputsLine } from "./inputs-line";
import { QualityNote } from "./quality-note";
import "./verdict-panel.css";

/** The ceiling as a sentence, unless the verdict says it already. */
function ceilingText({ ceiling_db_time_pct: pct, text }: Advice["verdict"]): string | null {
  return pct == null || /infinitely fast storage/i.test(text)
    ? null
    : `Infinitely fast storage would take at most ${percent(pct)} off DB time.`;
}

/** The answer: one sentence, the most storage could give, the option to take and how far to trust it. */
export function VerdictPanel({ advice }: { advice: Advice }) {
  const { verdict, options, quality } = advice;
  const listed = coverageLabel(quality);
  const best = options.find((option) => option.option === verdict.option);
  const ceiling = ceilingText(verdict);
  return (
    <section
      className={`panel verdict tone-${verdictLook(verdict.recommendation).tone}`}
      aria-labelledby="verdict-text"
    >
      <div className="stack-tight">
        <div className="row">
          <VerdictTag recommendation={verdict.recommendation} />
          <QualityNote quality={quality} />
          {listed && (
            <span className={`tag tag-listed ${coverageIsLow(quality) ? "tag-low" : ""}`}>
              {listed}
            </span>
          )}
        </div>
        <h2 id="verdict-text" className="verdict-text">
          {verdict.text}
        </h2>
        {ceiling && <p className="verdict-ceiling">{ceiling}</p>}
        <InputsLine advice={advice} />
        <InputWarnings warnings={advice.warnings} />
        <Findings findings={advice.findings} />
      </div>
      {best && <BestOption option={best} advice={advice} />}
    </section>
  );
}
