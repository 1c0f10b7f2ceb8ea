import { useId } from "react";
import type { Advice, OptionDetails } from "@/api/types";
import { Section } from "@/components/ui/section";
import type { OptionName } from "@/api/types";
import { type AdviceParams, optionName } from "@/lib/page-state";
import { OptionCard } from "./option-card";
import { OptionDetail } from "./option-detail";
import { scaleEnd, usableBytes } from "./view";
import "./options.css";

interface Props {
  databaseId: string;
  advice: Advice;
  details: OptionDetails | undefined;
  selected: OptionName;
  /** What the advice was asked for. */
  params: AdviceParams;
  hasAfterReport: boolean;
  onSelect: (option: OptionName) => void;
}

/** Every option beside the others; one of them in detail below. */
export function OptionsPanel(props: Props) {
  const { advice, selected, params, onSelect } = props;
  const detail = useId();
  const chosen = advice.options.find((option) => option.option === selected);
  return (
    <Section
      title="Options"
      id="options"
      long
      intro="Response: DB time for the same work, today = 1. In brackets the P10–P90 range: eight of ten outcomes lie inside it, as of the published measurements it is held against. Dashed line: as today."
    >
      <ul className="option-cards">
        {advice.options.map((option) => (
          <OptionCard
            key={option.option}
            option={option}
            asked={params}
            usableBytes={usableBytes(advice)}
            most={scaleEnd(advice.options)}
            selected={option.option === selected}
            detailId={detail}
            onSelect={() => onSelect(optionName(option.option))}
          />
        ))}
      </ul>
      {chosen && <OptionDetail key={selected} {...props} id={detail} option={chosen} />}
    </Section>
  );
}
