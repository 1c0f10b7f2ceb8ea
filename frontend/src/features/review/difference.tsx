import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PlanDifference, planDifferenceQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";

interface Props {
  planId: string;
  /** The one on the page. */
  revision: number;
}

/** What a revision changes of an earlier one; nothing where there is none. */
export function Difference({ planId, revision }: Props) {
  const [before, setBefore] = useState<number | null>(null);
  const from = before ?? revision - 1;
  const difference = useQuery({
    ...planDifferenceQuery(planId, from, revision),
    enabled: from > 0,
  });
  if (from < 1) return null;
  const earlier = Array.from({ length: revision - 1 }, (_, index) => String(index + 1));
  return (
    <Section title={`What revision ${revision} changes of revision ${from}`} long>
      {earlier.length > 1 && (
        <NativeSelect
          label="Earlier revision"
          data={earlier}
          value={String(from)}
          onChange={(event) => setBefore(Number(event.target.value))}
        />
      )}
      {difference.isError && <ProblemNotice problem={asProblem(difference.error)} />}
      {difference.data && <Changes difference={difference.data} />}
    </Section>
  );
}

const typed = (value: PlanDifference["settings"][number]["before"]) =>
  value === null ? "not stated" : Array.isArray(value) ? value.join(", ") : String(value);

function Changes({ difference: { placement, settings, files } }: { difference: PlanDifference }) {
  return (
    <div className="stack-tight">
      <p>
        <strong>{placement.text}</strong>
        {placement.came.length > 0 && `. New: ${placement.came.join(", ")}`}
        {placement.went.length > 0 && `. No longer: ${placement.went.join(", ")}`}
      </p>
      {settings.length > 0 && (
        <ul className="small">
          {settings.map(({ name, before, after }) => (
            <li key={name}>
              {name}: {typed(before)} → {typed(after)}
            </li>
          ))}
        </ul>
      )}
      {files.map(({ path, change, diff }) => (
        <details key={path}>
          <summary>
            {path}, {change}
          </summary>
          {diff === null ? (
            <p>Too long to compare line by line.</p>
          ) : (
            <pre className="review-diff" tabIndex={0}>
              {diff}
            </pre>
          )}
        </details>
      ))}
    </div>
  );
}
