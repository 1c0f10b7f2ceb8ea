import type { Advice } from "@/api/types";
import { reasonsNotKnown } from "./view";

/** Above the options whose outcome hangs on what the inputs do not tell: why, and what to bring. */
export function NotKnown({ advice }: { advice: Advice }) {
  return reasonsNotKnown(advice.options).map(({ titles, text, bring }) => (
    <div key={text} role="note" aria-label="Not known" className="notice notice-warn stack-tight">
      <p>
        <b>Not known:</b> {titles.join(", ")}. {text}
      </p>
      <p>
        <b>Bring:</b> {bring}
      </p>
    </div>
  ));
}
