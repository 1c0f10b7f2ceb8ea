import { Link } from "@tanstack/react-router";
import type { Advice, TimeSlice } from "@/api/types";
import { useCase } from "@/case/case";
import { useOptionDetails } from "@/case/pieces";
import { StackedBar } from "@/components/charts/stacked-bar";
import { SourceButton } from "@/components/ui/source-button";
import { BeforeAfter } from "@/features/measured/before-after";
import { foreseenPicture } from "@/features/measured/picture";
import { isCompared } from "@/features/measured/window";
import { RATES_UNKNOWN, figure, percent, seconds } from "@/lib/format";
import { UNEXPLAINED, waitClassColor, waitClassLabel } from "@/lib/wait-classes";

const WORTH_A_NAME_PCT = 2;

const label = ({ name, db_time_pct: pct }: TimeSlice) => `${waitClassLabel(name)} ${percent(pct)}`;

/** Where DB time goes, and where it would go: a picture of both, or one bar with its parts named; folded once a picture has what was measured. */
export function TimePicture({ advice }: { advice: Advice }) {
  const { database, option, state } = useCase();
  const measured = database.after_reports > 0 || isCompared(state);
  const details = useOptionDetails();
  const chosen = details?.options.find((one) => one.option === option);
  const line = advice.options.find((one) => one.option === option);
  const foreseen = option !== "none" && line?.feasible === true && line.response_ratio !== null;
  const picture = foreseen && details && chosen && foreseenPicture(advice, details, chosen);
  if (measured)
    return (
      <details className="printed">
        <summary>Where DB time goes</summary>
        <div className="stack-tight">
          <p className="small">
            <Sessions advice={advice} />
          </p>
          <TimeBar advice={advice} />
        </div>
      </details>
    );
  if (!foreseen || (details && !picture))
    return (
      <div className="stack-tight">
        <p className="small">
          <strong>Where DB time goes</strong> <Sessions advice={advice} />
        </p>
        <TimeBar advice={advice} />
      </div>
    );
  return (
    <div className="stack-tight time-picture">
      <p className="small">
        <strong>Today and with {line.title}</strong> <Sessions advice={advice} />
      </p>
      {picture && <BeforeAfter picture={picture} name={`DB time today and with ${line.title}`} />}
      <p className="no-print small">
        <LoadLink />
      </p>
    </div>
  );
}

/** How much there is. */
function Sessions({ advice }: { advice: Advice }) {
  const { evidence, db_time_s_per_hour: total, average_active_sessions } = advice.db_time;
  const sessions =
    average_active_sessions == null ? "" : `, ${figure(average_active_sessions)} active sessions`;
  return (
    <>
      <span className="quiet">
        {total == null ? RATES_UNKNOWN : `${seconds(total)} s in an hour${sessions}`}
      </span>{" "}
      <SourceButton of="DB time" evidence={evidence} field="time_s" />
    </>
  );
}

function LoadLink() {
  const { database } = useCase();
  return (
    <Link
      to="/databases/$databaseId/load"
      params={{ databaseId: database.id }}
      search={(old) => old}
    >
      The load in depth
    </Link>
  );
}

/** Where DB time goes, as one bar with its parts named. */
function TimeBar({ advice }: { advice: Advice }) {
  const { slices } = advice.db_time;
  if (slices.length === 0) return <p className="quiet">DB time is not in this report.</p>;
  const named = slices.filter(({ db_time_pct: pct }) => pct >= WORTH_A_NAME_PCT);
  return (
    <>
      <StackedBar
        summary={`DB time: ${slices.map(label).join(", ")}`}
        parts={slices.map((slice) => ({
          name: slice.name,
          label: label(slice),
          value: slice.db_time_pct,
          color: waitClassColor(slice.name),
          hatched: slice.name === UNEXPLAINED,
        }))}
      />
      <ul className="bar-legend small">
        {named.map((slice) => (
          <li key={slice.name}>
            <span
              className={`icon-dot ${slice.name === UNEXPLAINED ? "hatched" : ""}`}
              style={{ backgroundColor: waitClassColor(slice.name) }}
            />{" "}
            {label(slice)}
          </li>
        ))}
        <li className="no-print">
          <LoadLink />
        </li>
      </ul>
    </>
  );
}
