import { useQuery } from "@tanstack/react-query";
import { evidenceQuery, shownAt } from "@/api/evidence";
import { asProblem } from "@/api/problem";
import type { Evidence, FoundPlace } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { UNKNOWN } from "@/lib/format";
import { ReportFrame } from "./report-frame";

function facts(place: FoundPlace): [string, string][] {
  return [
    ["File", place.file ?? UNKNOWN],
    ["Section", place.section],
    ["Table", place.table_heading],
    ["Row", String(place.row + 1)],
    ["Column", place.column ?? "the whole row"],
    ["Line", place.line == null ? UNKNOWN : String(place.line)],
    ["As printed", place.raw_text ?? UNKNOWN],
  ];
}

/** One report row: where it stands, what is printed there, and the report around it. */
export function EvidencePlace({ evidence, shown }: { evidence: Evidence; shown: boolean }) {
  const place = useQuery(evidenceQuery(evidence));
  if (place.isPending)
    return (
      <p className={shown ? "quiet evidence-waiting" : "quiet"}>
        Looking it up in {evidence.section} …
      </p>
    );
  if (place.isError)
    return <ProblemNotice title={evidence.section} problem={asProblem(place.error)} />;
  const { section, row, file } = place.data;
  const name = `Row ${row + 1} of ${section} in ${file ?? "the report"}`;
  return (
    <article className="evidence stack-tight" aria-label={name}>
      <dl className="evidence-facts">
        {facts(place.data).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={term === "As printed" ? "mono" : ""}>{value}</dd>
          </div>
        ))}
      </dl>
      <ScrollRegion label={`${name}, as printed`}>
        <table className="table small">
          <thead>
            <tr>
              {place.data.headings.map((heading, column) => (
                <th key={`${column} ${heading}`} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {place.data.row_cells.map((cell, column) => (
                <td key={`${column} ${cell}`} className="mono">
                  {cell}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </ScrollRegion>
      <ReportFrame
        src={shownAt(evidence, place.data.column != null)}
        title={`${file ?? "The report"} around row ${row + 1} of ${section}`}
        shown={shown}
      />
    </article>
  );
}
