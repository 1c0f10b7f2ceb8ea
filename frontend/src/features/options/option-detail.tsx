import { useQuery } from "@tanstack/react-query";
import { comparisonQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import type { OptionDetails, OptionLine } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { band, bytes, forecastBand, seconds, share } from "@/lib/format";
import { optionLabel } from "@/lib/options";
import type { OptionName } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";
import { Assumptions } from "./assumptions";
import { EventStack } from "./event-stack";
import { Measured } from "./measured";
import { MeasuredClasses } from "./measured-classes";
import { placementText } from "./placement-text";

interface Props {
  id: string;
  databaseId: string;
  option: OptionLine;
  /** Absent until they are there. */
  details: OptionDetails | undefined;
  selected: OptionName;
  params: AdviceParams;
  hasAfterReport: boolean;
}

function FlashCacheSize({ sizing }: { sizing: NonNullable<OptionLine["flash_cache"]> }) {
  return (
    <p>
      Flash cache of {bytes(sizing.size_bytes)} per instance; its directory takes{" "}
      {bytes(sizing.metadata_bytes)} of the {bytes(sizing.buffer_cache_bytes)} buffer cache. Hit
      ratio {band(sizing.hit_ratio, share)} (in brackets P10–P90).
    </p>
  );
}

/** One option in depth: what it rests on, and the wait events before, predicted and measured. */
export function OptionDetail(props: Props) {
  const { id, databaseId, option, details, selected, params, hasAfterReport } = props;
  const inDepth = details?.options.find((one) => one.option === option.option);
  const comparison = useQuery({
    ...comparisonQuery(databaseId, selected, params),
    enabled: hasAfterReport,
  });
  const compared = comparison.data?.comparable ? comparison.data : undefined;
  return (
    <div className="option-detail" id={id}>
      <div className="stack-tight">
        <h3>{option.title} in detail</h3>
        {option.worth_text && <p>{option.worth_text}</p>}
        {option.parts.length > 1 && (
          <p>
            In this order: {option.parts.map(optionLabel).join(", then ")}. Gains do not add up:
            this is one forecast of all of them at once.
          </p>
        )}
        {option.db_time_saved_s_per_hour && option.option !== "none" && (
          <p>
            Saves {forecastBand(option, option.db_time_saved_s_per_hour, seconds)} s of DB time in
            an hour (in brackets P10–P90).
          </p>
        )}
        <p>{placementText(option)}</p>
        {option.notes.length > 0 && (
          <ul className="notes">
            {option.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {option.flash_cache && <FlashCacheSize sizing={option.flash_cache} />}
        {option.endurance_years != null && (
          <p>At today’s writes the device lasts about {option.endurance_years.toFixed(1)} years.</p>
        )}
      </div>
      {hasAfterReport && comparison.isError && (
        <ProblemNotice
          title="The measured result cannot be shown."
          problem={asProblem(comparison.error)}
        />
      )}
      {comparison.data && <Measured comparison={comparison.data} />}
      {compared && <MeasuredClasses comparison={compared} />}
      {details && inDepth && (
        <div className="option-detail-columns">
          <EventStack details={details} option={inDepth} comparison={compared} />
          <Assumptions option={inDepth} />
        </div>
      )}
    </div>
  );
}
