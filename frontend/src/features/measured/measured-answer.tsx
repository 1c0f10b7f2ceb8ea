import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { comparisonQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import type { Advice, Comparison } from "@/api/types";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { SealedLine } from "@/features/scoreboard/sealed-line";
import { band } from "@/lib/format";
import { optionName } from "@/lib/page-state";
import { judged } from "./judged";
import { ComparedHours } from "./compared-hours";
import { comparedHours, isCompared } from "./window";
import { Measured } from "./measured";
import { MeasuredClasses } from "./measured-classes";
import "./measured.css";

/** The forecast beside what came: one line, and whether the one holds the other. */
function AgainstForecast({ comparison }: { comparison: Comparison }) {
  const { predicted_response_ratio: predicted, response_ratio: measured } = comparison;
  const { mark, words } = judged(comparison);
  if (!predicted || measured == null) return null;
  return (
    <p className="measured-judgement">
      <span aria-hidden="true">{mark}</span> <strong>{words}</strong> Forecast {band(predicted)} of
      today’s DB time per transaction, measured {measured.toFixed(2)}.
    </p>
  );
}

function Applied({ advice, value }: { advice: Advice; value: string }) {
  const { change } = useCase();
  return (
    <NativeSelect
      className="no-print"
      label="What was carried out"
      size="xs"
      value={value}
      onChange={(event) => change({ applied: optionName(event.target.value) })}
      data={advice.options
        .filter(({ option, feasible }) => option !== "none" && feasible)
        .map(({ option, title }) => ({ value: option, label: title }))}
    />
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
  return (
    <section
      className={`panel stack-tight measured measured-${judged(comparison.data).tone}`}
      aria-labelledby="measured-title"
      data-testid="measured"
    >
      <div className="row spread row-end">
        <h2 id="measured-title">
          {comparable
            ? comparison.data.headline
            : isCompared(state)
              ? "The two windows cannot be compared"
              : "The reports before and after cannot be compared"}
        </h2>
        {comparable && <Applied advice={advice} value={applied} />}
      </div>
      <ComparedHours />
      {comparable ? (
        <AgainstForecast comparison={comparison.data} />
      ) : (
        <p>Nothing is said about what the change did, nor about the forecast.</p>
      )}
      <SealedLine />
      <details>
        <summary>{comparable ? "Class by class" : "Why"}</summary>
        <Measured comparison={comparison.data} />
        {comparable && <MeasuredClasses comparison={comparison.data} />}
      </details>
    </section>
  );
}
