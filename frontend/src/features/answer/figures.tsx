import type { Advice, OptionLine } from "@/api/types";
import { Value } from "@/components/ui/value";
import { bytes, capacity, gainFigure, percent } from "@/lib/format";
import { usableBytes } from "@/lib/devices";
import { isNo } from "@/lib/tabs";
import { noGain } from "@/lib/verdict";

interface Figure {
  name: string;
  value: string;
  note: string;
  why: string;
}

function spaceFigure(option: OptionLine | undefined, advice: Advice): Figure {
  const name = "SSD it takes";
  if (!option) return { name, value: "none", note: "nothing is to be moved now", why: "" };
  if (option.option === "tiers" && advice.tiers)
    return {
      name: "Moves",
      value: bytes(option.used_bytes),
      note: `to ${advice.tiers.tiers
        .filter(({ arrives }) => arrives > 0)
        .map((tier) => tier.name)
        .join(", ")}`,
      why: "a size is missing",
    };
  return {
    name,
    value: bytes(option.used_bytes),
    note: `of ${bytes(usableBytes(advice))} (${capacity(usableBytes(advice))}) available`,
    why: "a size is missing",
  };
}

/** The three figures of an answer: the most there is to gain, what this would gain, what it takes. */
function figuresOf(advice: Advice): Figure[] {
  const { verdict, options } = advice;
  const advised = isNo(verdict)
    ? undefined
    : options.find(({ option }) => option === verdict.option && option !== "none");
  return [
    {
      name: "Ceiling",
      value: percent(verdict.ceiling_db_time_pct),
      note: "of DB time, if storage took no time",
      why: "the report does not tell",
    },
    {
      name: "Gain",
      value: advised ? gainFigure(advised) : noGain(verdict),
      note: advised
        ? "less DB time in eight of ten outcomes"
        : `see what ${verdict.state === "not-enough-data" ? "would tell" : "comes first"}, below`,
      why: "the report does not tell",
    },
    spaceFigure(advised, advice),
  ];
}

export function Figures({ advice }: { advice: Advice }) {
  return (
    <dl className="answer-figures">
      {figuresOf(advice).map(({ name, value, note, why }) => (
        <div key={name} className="answer-figure">
          <dt>{name}</dt>
          <dd className="answer-value">
            <Value why={why}>{value}</Value>
          </dd>
          <dd className="quiet small">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
