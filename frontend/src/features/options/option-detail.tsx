import { useQuery } from "@tanstack/react-query";
import { comparisonQuery } from "@/api/advice";
import type { OptionLine } from "@/api/types";
import { useCase } from "@/case/case";
import { useOptionDetails } from "@/case/pieces";
import { Section } from "@/components/ui/section";
import { forecastBand, seconds } from "@/lib/format";
import { optionLabel } from "@/lib/options";
import { Assumptions } from "./assumptions";
import { EventStack } from "./event-stack";
import { FlashCachePanel } from "./flash-cache-panel";
import { placementText } from "./placement-text";
import { PublishedCard } from "./published-card";

function Facts({ option }: { option: OptionLine }) {
  return (
    <div className="stack-tight">
      {option.worth_text && <p>{option.worth_text}</p>}
      {option.parts.length > 1 && (
        <p>
          In this order: {option.parts.map(optionLabel).join(", then ")}. Gains do not add up: this
          is one forecast of all of them at once.
        </p>
      )}
      {option.db_time_saved_s_per_hour && option.option !== "none" && (
        <p>
          Saves {forecastBand(option, option.db_time_saved_s_per_hour, seconds)} s of DB time in an
          hour.
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
      {option.endurance_years != null && (
        <p>At today’s writes the device lasts about {option.endurance_years.toFixed(1)} years.</p>
      )}
    </div>
  );
}

/** One option in depth: what it does, what it rests on, and the wait events before, predicted and measured. */
export function OptionDetail({ option }: { option: OptionLine }) {
  const { database, asked } = useCase();
  const details = useOptionDetails();
  const inDepth = details?.options.find((one) => one.option === option.option);
  const comparison = useQuery({
    ...comparisonQuery(database.id, option.option, asked),
    enabled: database.after_reports > 0,
  });
  const compared = comparison.data?.comparable ? comparison.data : undefined;
  return (
    <Section title={`${option.title} in depth`} long>
      <Facts option={option} />
      {details && inDepth ? (
        <>
          {inDepth.flash_cache && (
            <FlashCachePanel sizing={inDepth.flash_cache} curve={inDepth.flash_cache_curve} />
          )}
          <Assumptions option={inDepth} />
          <div className="option-detail-columns">
            <EventStack details={details} option={inDepth} comparison={compared} />
            <PublishedCard option={option.option} />
          </div>
        </>
      ) : (
        <div className="option-detail-space" />
      )}
    </Section>
  );
}
