import { useCase } from "@/case/case";
import { useOptionDetails } from "@/case/pieces";
import { FrontierPanel } from "@/features/options/frontier-panel";
import { LoadCurvePanel } from "@/features/options/load-curve-panel";
import { OptionDetail } from "@/features/options/option-detail";
import { OptionsPanel } from "@/features/options/options-panel";
import { Answered } from "./answered";

export function OptionsTab() {
  const { option, asked } = useCase();
  const details = useOptionDetails();
  return (
    <Answered tab="options">
      {(advice) => {
        const chosen = advice.options.find((one) => one.option === option);
        return (
          <>
            <OptionsPanel advice={advice} />
            <FrontierPanel advice={advice} />
            {chosen && <OptionDetail key={option} option={chosen} />}
            {details && <LoadCurvePanel details={details} asked={asked} selected={option} />}
          </>
        );
      }}
    </Answered>
  );
}
