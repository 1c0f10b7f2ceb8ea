import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { useSources } from "@/case/pieces";
import { Served } from "@/components/ui/served";
import { StorageToday } from "@/components/ui/storage-today";
import { VerdictTag } from "@/components/ui/verdict-tag";
import { segmentName } from "@/lib/segment-name";
import { VERDICT_LOOKS } from "@/lib/verdict";
import { EditStorage } from "@/features/setup/edit-storage";
import { VolumesPanel } from "@/features/volumes/volumes-panel";
import { DriftCard } from "./drift-card";
import { Figures } from "./figures";
import { Findings } from "./findings";
import { InputWarnings } from "./input-warnings";
import { InputsLine } from "./inputs-line";
import { NextStep } from "./next-step";
import { Tiers } from "./tiers";
import { TimePicture } from "./time-bar";
import "./answer.css";

const RANGE = /(\d+-\d+ %)/;

/** A range of percent is never broken over two lines. */
function Tied({ text }: { text: string }) {
  return text.split(RANGE).map((part, index) =>
    RANGE.test(part) ? (
      <span key={index} className="num">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function NamedSegments({ segments }: { segments: Advice["verdict"]["segments"] }) {
  if (segments.length === 0) return null;
  return (
    <p>
      First of all: <code className="names">{segments.map(segmentName).join(", ")}</code>
    </p>
  );
}

/** The answer: one sentence, three figures, where the time goes, the next step; then what it rests on. */
export function Answer({ advice }: { advice: Advice }) {
  const { verdict } = advice;
  const { database } = useCase();
  const sources = useSources();
  return (
    <>
      <section
        className={`panel verdict stack-tight tone-${VERDICT_LOOKS[verdict.state].tone}`}
        aria-labelledby="verdict-text"
      >
        <div className="row">
          <VerdictTag verdict={verdict} />
          {database.after_reports > 0 && (
            <span className="tag">for the time before the change</span>
          )}
        </div>
        <h2 id="verdict-text" className="verdict-text">
          <Tied text={verdict.headline} />
        </h2>
        <Figures advice={advice} />
        <TimePicture advice={advice} />
        <NextStep advice={advice} />
      </section>
      <Served>
        <DriftCard storage={advice.storage_today} />
      </Served>
      {advice.tiers && <Tiers answer={advice.tiers} />}
      <section className="panel stack-tight" aria-labelledby="why">
        <h2 id="why">Why</h2>
        <p>{verdict.text}</p>
        <NamedSegments segments={verdict.segments} />
        <Findings findings={advice.findings} />
        <StorageToday
          storage={advice.storage_today}
          edit={
            <Served>
              <EditStorage storage={advice.storage_today} />
            </Served>
          }
        />
        <InputsLine advice={advice} />
        <section aria-labelledby="would-change">
          <details className="printed">
            <summary id="would-change">What would change this answer</summary>
            <ul className="findings">
              {verdict.would_change.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </details>
        </section>
        <InputWarnings warnings={advice.warnings} all={sources?.warnings} />
      </section>
      <Served>
        <VolumesPanel />
      </Served>
    </>
  );
}
