import { Button } from "@mantine/core";
import { Fragment } from "react";
import type { OptionLine } from "@/api/types";
import { RangePlot } from "@/components/charts/range-plot";
import { Value } from "@/components/ui/value";
import { forecastBand, gainWords } from "@/lib/format";
import type { AdviceParams } from "@/lib/page-state";
import { OPTION_LOOKS } from "@/lib/verdict";
import { optionFacts } from "./option-facts";
import { isMemory, isNothingToCombine, spaceText, waysToClear } from "./view";

interface Props {
  option: OptionLine;
  asked: AdviceParams;
  usableBytes: number;
  most: number;
  selected: boolean;
  detailId: string;
  onSelect: () => void;
}

function Forecast({ option, most }: { option: OptionLine; most: number }) {
  const { response_ratio: response } = option;
  return (
    <div>
      <p className="option-words">
        <Value why="the report does not tell">{gainWords(option)}</Value>
      </p>
      <dl className="option-facts">
        <dt>Response, same work (P10–P90)</dt>
        <dd>
          <Value why="the report does not tell">{forecastBand(option, response)}</Value>
          {response && <RangePlot {...response} most={most} />}
        </dd>
        <dt>Throughput, same users (P10–P90)</dt>
        <dd>
          <Value why="the report does not tell">
            {forecastBand(option, option.throughput_ratio)}
          </Value>
        </dd>
      </dl>
    </div>
  );
}

/** One option: gain first, then space, what limits it next and what stands in its way. */
export function OptionCard(props: Props) {
  const { option, asked, usableBytes, most, selected, detailId, onSelect } = props;
  const nothing = isNothingToCombine(option);
  const look = OPTION_LOOKS[option.state];
  return (
    <li className={`option-card ${selected ? "option-selected" : ""}`}>
      <h3>{option.title}</h3>
      <p className={`option-state option-${look.kind}`}>
        <span aria-hidden="true">{look.mark}</span> {option.state_text}{" "}
        {isMemory(option) && <span className="tag">memory instead of flash</span>}
      </p>
      {!nothing && <Forecast option={option} most={most} />}
      <dl className="option-facts">
        {!nothing && (
          <>
            <dt>Space</dt>
            <dd>
              <Value why="not known, a size is missing">{spaceText(option, usableBytes)}</Value>
            </dd>
          </>
        )}
        {option.limited_by_text && (
          <>
            <dt>Next limit</dt>
            <dd>{option.limited_by_text}</dd>
          </>
        )}
        {(nothing ? [] : optionFacts(option, asked)).map(({ term, text, why }) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>
              <Value why={why}>{text}</Value>
            </dd>
          </Fragment>
        ))}
      </dl>
      <ul className="option-blocked">
        {waysToClear(option).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Button
        className="no-print option-choose"
        size="compact-sm"
        variant={selected ? "filled" : "default"}
        aria-pressed={selected}
        aria-controls={detailId}
        onClick={onSelect}
      >
        {selected ? "Shown below" : "Show"}
        <span className="visually-hidden">: {option.title}</span>
      </Button>
    </li>
  );
}
