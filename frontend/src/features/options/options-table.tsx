import { Button } from "@mantine/core";
import type { Advice, OptionLine, OptionName } from "@/api/types";
import { GainAxis, GainPlot } from "@/components/charts/gain-plot";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Value } from "@/components/ui/value";
import { forecastBand, gainWords } from "@/lib/format";
import type { AdviceParams } from "@/lib/page-state";
import { OPTION_LOOKS } from "@/lib/verdict";
import { optionFacts } from "./option-facts";
import { byGain, gainEnds, gainScale, isMemory, spaceText, waysToClear } from "./view";

interface Props {
  advice: Advice;
  asked: AdviceParams;
  selected: OptionName;
  onSelect: (option: OptionName) => void;
}

const NOT_TOLD = "the report does not tell";

function State({ option }: { option: OptionLine }) {
  const look = OPTION_LOOKS[option.state];
  return (
    <span className={`option-state option-${look.kind}`}>
      <span aria-hidden="true">{look.mark}</span> {option.state_text}
    </span>
  );
}

/** What must be cleared first, or what clears nothing: in the place of a forecast that would mislead. Why it is not known stands once, above. */
function Blocked({ option }: { option: OptionLine }) {
  const ways = waysToClear(option);
  if (ways.length === 0 || option.state === "unknown") return null;
  return (
    <ul className="option-blocked">
      {ways.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Row({ option, advice, asked, selected, onSelect }: Props & { option: OptionLine }) {
  const ends = gainEnds(option);
  const shown = option.option === selected;
  return (
    <tr className={shown ? "option-selected" : ""}>
      <th scope="row">
        <span className="option-title">{option.title}</span>
        <br />
        <State option={option} />{" "}
        {isMemory(option) && <span className="tag">memory instead of SSD</span>}
        <Blocked option={option} />
      </th>
      <td>
        {ends && (
          <GainPlot
            low={ends.least}
            expected={ends.expected}
            high={ends.most}
            ceiling={advice.verdict.ceiling_db_time_pct}
            {...gainScale(advice.options)}
          />
        )}
        <Value why={NOT_TOLD}>{gainWords(option)}</Value>
      </td>
      <td className="right">
        <Value why={NOT_TOLD}>{forecastBand(option, option.throughput_ratio)}</Value>
      </td>
      <td className="right">
        <Value why="not known, a size is missing">{spaceText(option)}</Value>
      </td>
      <td>{option.limited_by_text}</td>
      {optionFacts(option, asked).map(({ term, text, why }) => (
        <td key={term} className="right">
          <Value why={why}>{text}</Value>
        </td>
      ))}
      <td className="no-print">
        <Button
          size="compact-sm"
          variant={shown ? "filled" : "default"}
          aria-pressed={shown}
          onClick={() => onSelect(option.option)}
        >
          {shown ? "Shown" : "Show"}
          <span className="visually-hidden">: {option.title}</span>
        </Button>
      </td>
    </tr>
  );
}

/** Every option in a row: the gain on one axis, what it takes, what limits it next. */
export function OptionsTable(props: Props) {
  const { advice, asked } = props;
  const rows = byGain(advice.options);
  const terms = rows[0] ? optionFacts(rows[0], asked).map(({ term }) => term) : [];
  return (
    <ScrollRegion label="Table of options">
      <table className="table options-table">
        <caption className="visually-hidden">Options, the most gain first</caption>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">
              Less DB time, %
              <GainAxis
                ceiling={advice.verdict.ceiling_db_time_pct}
                {...gainScale(advice.options)}
              />
            </th>
            <th scope="col" className="right">
              Throughput, × today
            </th>
            <th scope="col" className="right">
              SSD
            </th>
            <th scope="col">Next limit</th>
            {terms.map((term) => (
              <th key={term} scope="col" className="right">
                {term}
              </th>
            ))}
            <th scope="col" className="no-print">
              <span className="visually-hidden">Show in depth</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((option) => (
            <Row key={option.option} option={option} {...props} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
