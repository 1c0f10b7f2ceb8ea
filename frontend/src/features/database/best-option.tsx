import type { Advice, OptionLine } from "@/api/types";
import { Value } from "@/components/ui/value";
import { bytes, forecastBand, gainWords } from "@/lib/format";

interface Props {
  option: OptionLine;
  advice: Advice;
}

function spaceText(option: OptionLine, advice: Advice): string | null {
  const usable = advice.devices.reduce((sum, device) => sum + device.usable_bytes, 0);
  return option.used_bytes == null || option.option === "none"
    ? null
    : `${bytes(option.used_bytes)} of ${bytes(usable)}`;
}

/** Where the recommended option leads: to its scripts, or to the sizes it still needs. */
function nextStep(option: OptionLine, advice: Advice): { to: string; label: string } | null {
  if (advice.verdict.state === "move") return { to: "#scripts", label: "Get the scripts" };
  return option.blocked_by.some(({ needs }) => needs === "sizes")
    ? { to: "#sizes", label: "Add the sizes" }
    : null;
}

/** The option to open first, with its forecast. */
export function BestOption({ option, advice }: Props) {
  const space = spaceText(option, advice);
  const next = nextStep(option, advice);
  return (
    <div className="best-option">
      <h3>{option.title}</h3>
      {option.option !== "none" && (
        <>
          <p className="best-figure">{gainWords(option)}</p>
          <p>
            Response, same work (P10–P90):{" "}
            <Value>{forecastBand(option, option.response_ratio)}</Value>
          </p>
          <p>
            Throughput, same users (P10–P90):{" "}
            <Value>{forecastBand(option, option.throughput_ratio)}</Value>
          </p>
        </>
      )}
      {space && <p>Uses {space}</p>}
      {!option.worth_it && option.worth_text && <p className="quiet small">{option.worth_text}</p>}
      {option.blocked_by.map(({ text }) => (
        <p key={text} className="small">
          {text}
        </p>
      ))}
      <p className="no-print">
        <a href="#options">Compare the options</a>
        {next && (
          <>
            {" · "}
            <a href={next.to}>{next.label}</a>
          </>
        )}
      </p>
    </div>
  );
}
