import type { Comparison } from "@/api/types";
import { band, ratio, responseWords } from "@/lib/format";

function judgement({ within_forecast: within }: Comparison): string {
  if (within == null) return "";
  return within ? ", so inside its P10–P90 range" : ", so outside its P10–P90 range";
}

function Reasons({ comparison }: { comparison: Comparison }) {
  return comparison.reasons.map((reason) => (
    <p key={reason} className="small">
      {reason}
    </p>
  ));
}

/** The guard: figures of periods that cannot be held against each other would only mislead. */
function NotComparable({ comparison }: { comparison: Comparison }) {
  return (
    <div className="notice notice-warn" data-testid="measured">
      <p>
        <strong>The reports before and after cannot be compared,</strong> so nothing is said about
        what the change did, nor about the forecast.
      </p>
      <Reasons comparison={comparison} />
    </div>
  );
}

/** What really happened, in one line, and why it may mean less than it seems. */
export function Measured({ comparison }: { comparison: Comparison }) {
  if (!comparison.comparable) return <NotComparable comparison={comparison} />;
  const { response_ratio: measured, predicted_response_ratio: predicted } = comparison;
  return (
    <div className="notice" data-testid="measured">
      <p>
        <strong>Measured after the change: {responseWords(measured)}</strong> for each transaction.
        Response {ratio(measured)}
        {predicted && `; the forecast was ${band(predicted)}`}
        {judgement(comparison)}.
      </p>
      <Reasons comparison={comparison} />
    </div>
  );
}
