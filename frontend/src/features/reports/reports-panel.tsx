import { useQuery } from "@tanstack/react-query";
import { asProblem } from "@/api/problem";
import { reportsQuery } from "@/api/reports";
import type { Database } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { DeleteDatabase } from "./delete-database";
import { ReportsTable } from "./reports-table";

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
      intro="Grade: how far a report can be trusted by itself. A: nothing speaks against it; B, C and D: one, two, three or more weaknesses."
    >
      {reports.isError && <ProblemNotice problem={asProblem(reports.error)} />}
      {reports.isPending && <div className="reports-space" aria-busy="true" />}
      {reports.data && <ReportsTable reports={reports.data.items} />}
      <Allowed scope="uploads:write" to="delete a database">
        <DeleteDatabase database={database} onDeleted={onDeleted} />
      </Allowed>
    </Section>
  );
}
