import { useQuery } from "@tanstack/react-query";
import { asProblem } from "@/api/problem";
import { reportsQuery } from "@/api/reports";
import type { Database } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { plural } from "@/lib/format";
import { DeleteDatabase } from "./delete-database";
import { ReportRow } from "./report-row";

interface Props {
  database: Database;
  onDeleted: () => void;
}

/** What the answer was read from, and which period each file counts for. */
export function ReportsPanel({ database, onDeleted }: Props) {
  const reports = useQuery(reportsQuery(database.id));
  return (
    <Section
      title="Reports"
      id="reports"
      long
      intro={reports.data && plural(reports.data.items.length, "file")}
    >
      {reports.isError && <ProblemNotice problem={asProblem(reports.error)} />}
      {reports.data && (
        <ScrollRegion label="Table of reports">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Kind</th>
                <th scope="col">Interval</th>
                <th scope="col" className="right">
                  DB time
                </th>
                <th scope="col">Sections</th>
                <th scope="col">Counts as</th>
              </tr>
            </thead>
            <tbody>
              {reports.data.items.map((report) => (
                <ReportRow key={report.id} report={report} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <DeleteDatabase database={database} onDeleted={onDeleted} />
    </Section>
  );
}
