import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Database } from "@/api/types";
import { Value } from "@/components/ui/value";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { databaseLabel } from "@/lib/database-name";
import { UNKNOWN, plural, reportTime } from "@/lib/format";
import { SampleProgress } from "./sample-progress";
import { useSample } from "./use-sample";
import { ShortVerdict } from "./short-verdict";

interface Props {
  databases: readonly Database[];
  onOpenDatabase: (id: string) => void;
  onUpload: () => void;
}

function holds(database: Database): string {
  const extras = [
    database.has_segment_counters && "segment counters",
    database.has_sizes && "sizes",
    database.after_reports > 0 && `${database.after_reports} after the change`,
  ].filter(Boolean);
  return [plural(database.reports, "report"), ...extras].join(", ");
}

export function DatabaseTable({ databases, onOpenDatabase, onUpload }: Props) {
  const sample = useSample(onOpenDatabase);
  const hasSample = databases.some((database) => database.sample);
  return (
    <div className="stack">
      <div className="row spread">
        <h1>Databases</h1>
        <div className="row">
          {!hasSample && (
            <Button variant="default" onClick={sample.start} disabled={sample.busy}>
              Try the sample
            </Button>
          )}
          <Button onClick={onUpload}>Upload reports</Button>
        </div>
      </div>
      <SampleProgress sample={sample} />
      <div className="panel">
        <ScrollRegion label="Databases">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Database</th>
                <th scope="col">Verdict</th>
                <th scope="col">Release</th>
                <th scope="col">Holds</th>
                <th scope="col">Last snapshot</th>
              </tr>
            </thead>
            <tbody>
              {databases.map((database) => (
                <tr key={database.id}>
                  <th scope="row">
                    <Link to="/databases/$databaseId" params={{ databaseId: database.id }}>
                      {databaseLabel(database, databases)}
                    </Link>{" "}
                    {database.sample && <span className="tag">sample</span>}
                  </th>
                  <td>
                    <ShortVerdict databaseId={database.id} />
                  </td>
                  <td>
                    <Value>{database.release ?? UNKNOWN}</Value>
                    {database.rac && " RAC"}
                  </td>
                  <td>{holds(database)}</td>
                  <td>
                    <Value>{reportTime(database.last_time)}</Value>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
    </div>
  );
}
