import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { comparisonQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import type { Advice, Comparison, OptionName } from "@/api/types";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { SealedLine } from "@/features/scoreboard/sealed-line";
import { band } from "@/lib/format";
import { isOffline } from "@/lib/offline";
import { optionName } from "@/lib/page-state";
import { optionLabel } from "@/lib/options";
import { BeforeAfter } from "./before-after";
import { judged } from "./judged";
import { KeyNumbers } from "./key-numbers";
import { measuredPicture } from "./picture";
import { ComparedHours } from "./compared-hours";
import { comparedHours, isCompared } from "./window";
import { Measured } from "./measured";
import { MeasuredClasses } from "./measured-classes";
import { SideBySide } from "./side-by-side";
import "./measured.css";

/** What the headline leaves: why no forecast is judged, or what happened where the numbers beside the picture do not say it. */
function Said({ comparison, pictured }: { comparison: Comparison; pictured: boolean }) {
  const { forecast_state: state, forecast_text: forecast, headline } = comparison;
  if (state === "not-judged") return <p className="measured-judgement">{forecast}</p>;
  return pictured && saidByNumbers(comparison) ? null : <p>{headline}</p>;
}

/** Reads take another time and DB time follows: two of the three numbers. */
const saidByNumbers = ({ outcome, forecast_state }: Comparison) =>
  forecast_state !== "not-judged" && (outcome === "improved" || outcome === "worse");

/** The total's ratio, beside what was forecast. */
function Ratio({ comparison }: { comparison: Comparison }) {
  const { predicted_response_ratio: predicted, response_ratio: measured } = comparison;
  if (comparison.forecast_state === "not-judged" || !predicted || measured == null) return null;
  return (
    <p className="small">
      Forecast {band(predicted)} of DB time per transaction before, measured {measured.toFixed(2)}.
    </p>
  );
}

/** From the classes where a forecast is judged. */
function Headline({ comparison }: { comparison: Comparison }) {
  const { forecast_state: state, forecast_text: forecast, headline } = comparison;
  if (state === "not-judged") return headline;
  return (
    <>
      <span className="measured-judgement" aria-hidden="true">
        {judged(comparison).mark}
      </span>{" "}
      {forecast}
    </>
  );
}

const NOTHING = "Nothing was changed";

/** Asked once, for all that is judged below; every option can be said, also one that is not advised. */
function Applied({ advice, value }: { advice: Advice; value: OptionName }) {
  const { change, state } = useCase();
  const listed = advice.options
    .filter(({ option }) => option !== "none")
    .map(({ option, title }) => ({ value: option, label: title }));
  const named = value === "none" || listed.some((one) => one.value === value);
  const choices = [
    ...listed,
    ...(named ? [] : [{ value, label: optionLabel(value) }]),
    { value: "none", label: NOTHING },
  ];
  const label = "Applied option";
  return (
    <>
      <NativeSelect
        className="no-print"
        label={state.applied ? label : `${label} (assumed: choose it)`}
        size="xs"
        disabled={isOffline()}
        value={value}
        onChange={(event) => change({ applied: optionName(event.target.value) })}
        data={choices}
      />
      <p className="print-only small">
        {state.applied ? label : `${label} (assumed)`}:{" "}
        {choices.find((one) => one.value === value)?.label}
      </p>
    </>
  );
}

/** What the change really did, held against the forecast of what was carried out. */
export function MeasuredAnswer({ advice }: { advice: Advice }) {
  const { database, asked, state, option } = useCase();
  const applied = state.applied ?? option;
  const window = comparedHours(state);
  const comparison = useQuery(comparisonQuery(database.id, applied, asked, window));
  if (comparison.isError)
    return (
      <div className="stack-tight">
        <ProblemNotice
          title="The measured result cannot be shown."
          problem={asProblem(comparison.error)}
        />
        <ComparedHours />
      </div>
    );
  if (!comparison.data) return <div className="measured-space" aria-busy="true" />;
  const { comparable } = comparison.data;
  const picture = measuredPicture(comparison.data);
  return (
    <section
      className={`panel stack-tight measured measured-${judged(comparison.data).tone}`}
      aria-labelledby="measured-title"
      data-testid="measured"
    >
      <div className="row spread row-end">
        <h2 id="measured-title">
          {comparable ? (
            <Headline comparison={comparison.data} />
          ) : isCompared(state) ? (
            "The two windows cannot be compared"
          ) : (
            "The reports before and after cannot be compared"
          )}
        </h2>
        {comparable && <Applied advice={advice} value={applied} />}
      </div>
      <ComparedHours />
      {comparable ? (
        <Said comparison={comparison.data} pictured={picture !== null} />
      ) : (
        <p>So Segtier cannot say what the change did, or judge the forecast.</p>
      )}
      {picture && (
        <div className="before-after-figures">
          <BeforeAfter picture={picture} name="Before, forecast and measured" />
          <KeyNumbers comparison={comparison.data} />
        </div>
      )}
      <SealedLine />
      <details>
        <summary>{comparable ? "Class by class" : "Why"}</summary>
        {picture && saidByNumbers(comparison.data) && <p>{comparison.data.headline}</p>}
        {comparable && <Ratio comparison={comparison.data} />}
        <Measured comparison={comparison.data} />
        {comparable && <MeasuredClasses comparison={comparison.data} />}
      </details>
      {comparable && (
        <details>
          <summary>Events, tablespaces, I/O by function, redo</summary>
          <SideBySide comparison={comparison.data} />
        </details>
      )}
    </section>
  );
}
