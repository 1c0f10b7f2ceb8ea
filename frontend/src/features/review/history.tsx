import type { PlanUnderReview } from "@/api/plans";
import { Section } from "@/components/ui/section";
import { DONE, momentOf } from "./words";

/** What was written and done, the oldest first. */
export function History({ plan }: { plan: PlanUnderReview }) {
  const written = plan.revisions.map(({ number, author_name, created_at, note }) => ({
    at: created_at,
    text: `revision ${number} by ${author_name}`,
    said: note,
  }));
  const done = plan.history.map(({ done: what, at, actor_name, revision, said }) => ({
    at,
    text: `${DONE[what]} by ${actor_name}, revision ${revision}`,
    said,
  }));
  const all = [...written, ...done].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <Section title="What was done" long>
      <ol className="small">
        {all.map(({ at, text, said }) => (
          <li key={at + text}>
            {momentOf(at)}: {text}
            {said && `: ${said}`}
          </li>
        ))}
      </ol>
    </Section>
  );
}
