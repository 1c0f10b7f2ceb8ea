import type { Verdict } from "@/api/types";
import { VERDICT_LOOKS } from "@/lib/verdict";
import "./verdict-tag.css";

/** The answer in a few words, with a mark and a colour. */
export function VerdictTag({ verdict }: { verdict: Pick<Verdict, "state" | "tag"> }) {
  const { tone, mark } = VERDICT_LOOKS[verdict.state];
  return (
    <span className={`verdict-tag tone-${tone}`}>
      <span aria-hidden="true">{mark}</span> {verdict.tag}
    </span>
  );
}
