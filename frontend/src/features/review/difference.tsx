import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PlanDifference, type PlanUnderReview, planDifferenceQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";

interface Props {
  databaseId: string;
  plan: PlanUnderReview;
}

/** What the current revision changes of an earlier one; nothing where there is none. */
export function Difference({ databaseId, plan }: Props) {
  const [before, setBefore] = useState<number | null>(null);
  const from = before ?? plan.revision - 1;
  const difference = useQuery({
    ...planDifferenceQuery(databaseId, plan.id, from, plan.revision),
    enabled: from > 0,
  });
  if (from < 1) return null;
  const earlier = Array.from({ length: plan.revision - 1 }, (_, index) => String(index + 1));
  return (
    <details open>
      <summary>
        Revision {plan.revision} beside revision {from}
      </summary>
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
    </details>
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
