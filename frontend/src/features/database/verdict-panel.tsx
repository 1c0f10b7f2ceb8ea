import type { Advice, Sources } from "@/api/types";
import { VerdictTag } from "@/components/ui/verdict-tag";
import { coverageIsLow, coverageLabel } from "@/lib/coverage";
import { percent } from "@/lib/format";
import { segmentName } from "@/lib/segment-name";
import { VERDICT_LOOKS } from "@/lib/verdict";
import { BestOption } from "./best-option";
import { Findings } from "./findings";
import { InputWarnings } from "./input-warnings";
import { InputsLine } from "./inputs-line";
import { QualityNote } from "./quality-note";
import "./verdict-panel.css";

function NamedSegments({ segments }: { segments: Advice["verdict"]["segments"] }) {
  if (segments.length === 0) return null;
  return (
    <p>
      First of all: <code className="names">{segments.map(segmentName).join(", ")}</code>
    </p>
  );
}

function WouldChange({ reasons }: { reasons: readonly string[] }) {
  return (
    <details className="small">
      <summary>What would change this answer</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

/** The answer: one sentence, the most storage could give, the option to take and how far to trust it. */
export function VerdictPanel({ advice, sources }: { advice: Advice; sources?: Sources }) {
  const { verdict, options, quality } = advice;
  const listed = coverageLabel(quality);
  const best = options.find((option) => option.option === verdict.option);
  return (
    <section
      className={`panel verdict tone-${VERDICT_LOOKS[verdict.state].tone}`}
      aria-labelledby="verdict-text"
    >
      <div className="stack-tight">
        <div className="row">
          <VerdictTag verdict={verdict} />
          <QualityNote quality={quality} />
          {verdict.ceiling_db_time_pct != null && (
            <span
              className="tag"
              title="The most that infinitely fast storage could take off DB time"
            >
              ceiling {percent(verdict.ceiling_db_time_pct)}
            </span>
          )}
          {listed && (
            <span className={`tag tag-listed ${coverageIsLow(quality) ? "tag-low" : ""}`}>
              {listed}
            </span>
          )}
        </div>
        <h2 id="verdict-text" className="verdict-text">
          {verdict.headline}
        </h2>
        <p>{verdict.text}</p>
        <NamedSegments segments={verdict.segments} />
        <p>
          <strong>Next:</strong> {verdict.next_step}
        </p>
        <WouldChange reasons={verdict.would_change} />
        <InputsLine advice={advice} />
        <InputWarnings warnings={advice.warnings} all={sources?.warnings} />
        <Findings findings={advice.findings} />
      </div>
      {best && <BestOption option={best} advice={advice} />}
    </section>
  );
}
