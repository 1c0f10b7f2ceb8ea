import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Advice, Database } from "@/api/types";
import { Announcer } from "@/components/ui/announcer";
import { UNKNOWN, hours, plural, reportTime } from "@/lib/format";

interface Props {
  database: Database;
  advice: Advice | undefined;
  updating: boolean;
}

function facts(database: Database, advice: Advice | undefined): string {
  const from = reportTime(database.first_time);
  const to = reportTime(database.last_time);
  return [
    database.release && `Oracle ${database.release}`,
    database.rac && "RAC",
    database.platform,
    plural(database.reports, "report"),
    from !== UNKNOWN && `${from} to ${to}`,
    advice?.interval_hours != null && `${hours(advice.interval_hours)} of load`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Which database this is and what the answer rests on. */
export function PageHeader({ database, advice, updating }: Props) {
  return (
    <div className="row spread">
      <div className="row">
        <h1>{database.name}</h1>
        {database.sample && <span className="tag">sample</span>}
        <span className="quiet small">{facts(database, advice)}</span>
      </div>
      <div className="row no-print">
        <span className="quiet small" aria-hidden="true">
          {updating ? "Updating …" : ""}
        </span>
        <Announcer>{updating ? "Updating the advice" : "Advice up to date"}</Announcer>
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to="/uploads" search={{ period: "after" }} {...props} />}
        >
          Add an after-report
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  );
}
