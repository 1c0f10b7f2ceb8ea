import type { Comparison } from "@/api/types";
import { band, ratio, responseWords } from "@/lib/format";

function judgement({ within_forecast: within }: Comparison): string {
  if (within == null) return "";
  return within ? ", so inside its P10–P90 range" : ", so outside its P10–P90 range";
}

/** What really happened, in one line, and why it may mean less than it seems. */
export function Measured({ comparison }: { comparison: Comparison }) {
  const { response_ratio: measured, predicted_response_ratio: predicted } = comparison;
  return (
    <div className={`notice ${comparison.comparable ? "" : "notice-warn"}`} data-testid="measured">
      <p>
        <strong>Measured after the change: {responseWords(measured)}</strong> for each transaction.
        Response {ratio(measured)}
        {predicted && `; the forecast was ${band(predicted)}`}
        {judgement(comparison)}.
      </p>
      {comparison.reasons.map((reason) => (
        <p key={reason} className="small">
          {reason}
        </p>
      ))}
    </div>
  );
}
