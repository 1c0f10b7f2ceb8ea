import type { ReactNode } from "react";
import type { Report } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { Value } from "@/components/ui/value";
import { UNKNOWN, plural, reportTime, seconds } from "@/lib/format";
import { kindLabel } from "@/lib/kinds";
import { CountsAs } from "./counts-as";
import { nameOf } from "./name";

interface Column {
  title: string;
  cell: (report: Report) => ReactNode;
  right?: true;
}

/** Of the table of reports, from left to right; the first names the row. */
export const COLUMNS: readonly [Column, ...Column[]] = [
  { title: "File", cell: fileOf },
  { title: "Kind", cell: ({ kind }) => kindLabel(kind) },
  { title: "Interval", cell: intervalOf },
  {
    title: "DB time",
    right: true,
    cell: ({ db_time_s: took }) => <Value>{took == null ? UNKNOWN : `${seconds(took)} s`}</Value>,
  },
  { title: "Grade", cell: ({ grade }) => <Value why="none by itself">{grade ?? UNKNOWN}</Value> },
  { title: "Sections", cell: sectionsOf },
  {
    title: "Counts as",
    cell: (report) => (
      <Allowed scope="uploads:write" to="change what a report counts as" quiet>
        <CountsAs report={report} />
      </Allowed>
    ),
  },
];

function fileOf(report: Report) {
  return (
    <>
      {nameOf(report)}
      {report.second_period && <span className="quiet">, second period</span>}
    </>
  );
}

function intervalOf({ begin_time, end_time, instance }: Report) {
  const from = reportTime(begin_time);
  return (
    <>
      <Value>{from === UNKNOWN ? UNKNOWN : `${from} to ${reportTime(end_time)}`}</Value>
      {instance && <span className="quiet"> instance {instance}</span>}
    </>
  );
}

function sectionsOf({ sections_found, sections_missing, sections_unreadable }: Report) {
  return (
    <>
      {plural(sections_found, "section")} found
      <NamedSections word="missing" names={sections_missing} />
      <NamedSections word="unreadable" names={sections_unreadable} />
    </>
  );
}

function NamedSections({ word, names }: { word: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details>
      <summary>
        {names.length} {word}
      </summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
