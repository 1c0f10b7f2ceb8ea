import { verdictLook } from "@/lib/verdict";
import "./verdict-tag.css";

/** The recommendation in words, with a mark and a colour. */
export function VerdictTag({ recommendation }: { recommendation: string }) {
  const { label, tone, mark } = verdictLook(recommendation);
  return (
    <span className={`verdict-tag tone-${tone}`}>
      <span aria-hidden="true">{mark}</span> {label}
    </span>
  );
}
