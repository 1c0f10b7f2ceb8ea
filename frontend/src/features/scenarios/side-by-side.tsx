import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { type Scenario, type ScenarioLine, scenariosQuery, sideBySideQuery } from "@/api/scenarios";
import { asProblem } from "@/api/problem";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { UNKNOWN, bytes, capacity, figure, gainFigure } from "@/lib/format";
import { fieldWords, typedWords } from "./words";

type Answered = NonNullable<ScenarioLine["answer"]>;

interface Row {
  label: string;
  of: (line: ScenarioLine & { answer: Answered }) => ReactNode;
}

const ROWS: readonly Row[] = [
  { label: "SSD", of: ({ answer }) => `${capacity(answer.flash_bytes)}, ${answer.flash}` },
  { label: "Answer", of: ({ answer }) => answer.headline },
  { label: "Option", of: ({ answer }) => answer.option_title },
  { label: "DB time saved", of: ({ answer: { gain } }) => (gain ? savedWords(gain) : "none") },
  {
    label: "On the SSD",
    of: ({ answer: { used_bytes } }) =>
      used_bytes === null ? <span title="a size is missing">{UNKNOWN}</span> : bytes(used_bytes),
  },
  {
    label: "Segments moved",
    of: ({ answer: { moves } }) => (moves === null ? "none by name" : figure(moves)),
  },
];

/** "46–70 %", as everywhere: a share that goes is the rest of what stays. */
const savedWords = ({ low, expected, high }: NonNullable<Answered["gain"]>): string =>
  gainFigure({ response_ratio: { low: 1 - high, expected: 1 - expected, high: 1 - low } });

interface Props {
  ids: readonly string[];
  scenarios: readonly Scenario[];
}

/** A column for each of them, in the order they were ticked. */
export function SideBySide({ ids, scenarios }: Props) {
  const { database } = useCase();
  const { data, error, refetch, isPlaceholderData } = useQuery(sideBySideQuery(database.id, ids));
  const queries = useQueryClient();
  const isNew = scenarios.some(({ id, used_at }) => used_at === null && ids.includes(id));
  useEffect(() => {
    // An answer is the first one of some: the list says so from now on.
    if (data && !isPlaceholderData && isNew)
      void queries.invalidateQueries({ queryKey: scenariosQuery(database.id).queryKey });
  }, [queries, database.id, data, isPlaceholderData, isNew]);
  const lines = data?.scenarios ?? [];
  // The name may have changed since the answer.
  const nameOf = (line: ScenarioLine) =>
    scenarios.find(({ id }) => id === line.id)?.name ?? line.name;
  return (
    <Section
      title="Side by side"
      intro={lines[0] && `Differences are from the first one, ${nameOf(lines[0])}.`}
    >
      {error && <ProblemNotice problem={asProblem(error)} onRetry={() => void refetch()} />}
      {(isPlaceholderData || (!data && !error)) && (
        <p className="quiet" role="status">
          Working out the answers …
        </p>
      )}
      {lines.length > 0 && (
        <ScrollRegion label="Scenarios side by side">
          <table className={`table scenarios-side ${isPlaceholderData ? "stale" : ""}`}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Figure</span>
                </th>
                {lines.map((line) => (
                  <th key={line.id} scope="col">
                    {nameOf(line)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ROWS.map(({ label, of }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {lines.map((line) => (
                    <td key={line.id}>
                      <Cell line={line} first={label === ROWS[0]?.label} of={of} />
                    </td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">Price</th>
                {lines.map(({ id, price }) => (
                  <td key={id}>{price === null ? "not stated" : figure(price)}</td>
                ))}
              </tr>
              <tr>
                <th scope="row">Asks otherwise</th>
                {lines.map((line) => (
                  <td key={line.id}>
                    <Differences line={line} />
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Section>
  );
}

interface CellProps {
  line: ScenarioLine;
  /** Where a refusal is said, once for its column. */
  first: boolean;
  of: Row["of"];
}

function Cell({ line, first, of }: CellProps) {
  const { answer, refusal } = line;
  if (answer) return of({ ...line, answer });
  if (!first) return UNKNOWN;
  return (
    <>
      <strong>No answer</strong>
      <p>{refusal?.message}</p>
      {refusal?.advice && <p className="small">{refusal.advice}</p>}
    </>
  );
}

function Differences({ line: { differs } }: { line: ScenarioLine }) {
  if (differs.length === 0) return "—";
  return (
    <ul className="scenario-differs">
      {differs.map(({ name, value, first }) => (
        <li key={name}>
          {fieldWords(name)}: {typedWords(value)}{" "}
          <span className="quiet">({typedWords(first)})</span>
        </li>
      ))}
    </ul>
  );
}
