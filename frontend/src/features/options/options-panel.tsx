import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { Section } from "@/components/ui/section";
import { Term } from "@/components/ui/term";
import { NotKnown } from "./not-known";
import { OptionsTable } from "./options-table";
import "./options.css";

/** Every option beside the others. */
export function OptionsPanel({ advice }: { advice: Advice }) {
  const { asked, option, change } = useCase();
  return (
    <Section
      title="Options"
      id="options"
      long
      intro={
        <>
          Forecast for the <Term word="same work" /> as today: a dot with its{" "}
          <Term word="P10 to P90">P10–P90</Term> range, which holds eight of ten outcomes of the
          published measurements it is checked against. Dotted line: today. Dashed: the{" "}
          <Term word="ceiling" />.
        </>
      }
    >
      <NotKnown advice={advice} />
      <OptionsTable
        advice={advice}
        asked={asked}
        selected={option}
        onSelect={(chosen) => change({ option: chosen })}
      />
    </Section>
  );
}
