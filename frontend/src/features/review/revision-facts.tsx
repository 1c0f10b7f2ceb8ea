import type { PlanRevision } from "@/api/plans";
import type { PlanDocument } from "@/api/types";
import { bytes } from "@/lib/format";
import { isSsdAssumed, ssdWords, statedWords } from "./asked";

interface Props {
  revision: PlanRevision;
  document: PlanDocument;
}

export const ssdText = ({ revision, document }: Props): string =>
  `${bytes(document.usable_bytes)} usable (${ssdWords(revision)})`;

/** "31 GiB of 168 GiB", "looked up where it runs, of 168 GiB". */
export const neededText = ({ needed_bytes: needed, usable_bytes: usable }: PlanDocument): string =>
  `${needed == null ? "looked up by the scripts," : bytes(needed)} of ${bytes(usable)}`;

/** What a revision was made for and what it foresees, from what it stores. */
export function RevisionFacts({ revision, document }: Props) {
  const { decision, places, targets, ledger } = document;
  const stated = statedWords(revision);
  const facts = [
    ["SSD", ssdText({ revision, document })],
    ["On the SSD", neededText(document)],
    ["Moved", ledger ? bytes(ledger.moved_bytes) : "looked up by the scripts"],
    ["Places", places.join(", ") || "asked for in settings.sql"],
    ...(targets.length > 0
      ? [["Tablespaces", targets.map(({ tablespace }) => tablespace).join(", ")]]
      : []),
  ];
  return (
    <>
      <dl className="plan-facts revision-facts" data-testid="revision-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {value}
              {term === "SSD" && isSsdAssumed(revision) && (
                <>
                  {" "}
                  <span className="tag tag-low">assumed</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p data-testid="revision-forecast">
        <strong>Forecast of this revision:</strong> {decision.forecast ?? "none for this option."}
      </p>
      {decision.overridden ? (
        <p className="notice notice-warn">
          <strong>The advice was not to do this.</strong> {decision.why_not} Its author asked for
          the scripts all the same.
        </p>
      ) : (
        decision.verdict && (
          <p className="small quiet">The whole answer when it was written: {decision.verdict}</p>
        )
      )}
      {stated.length > 0 && <p className="small review-text">Also stated: {stated.join("; ")}.</p>}
    </>
  );
}
