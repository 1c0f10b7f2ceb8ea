import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "@/api/problem";
import { type ReportPeriod, setReportPeriod } from "@/api/reports";
import type { Report } from "@/api/types";
import { Value } from "@/components/ui/value";
import { UNKNOWN, plural, reportTime, seconds } from "@/lib/format";
import { kindLabel } from "@/lib/kinds";
import { PERIODS } from "./periods";

function interval(report: Report): string {
  const from = reportTime(report.begin_time);
  return from === UNKNOWN ? UNKNOWN : `${from} to ${reportTime(report.end_time)}`;
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

export function ReportRow({ report }: { report: Report }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (period: ReportPeriod) => setReportPeriod(report.id, period),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["databases"] }),
  });
  const name = report.file ?? kindLabel(report.kind);
  const half = report.second_period ? "Second period: " : "";
  return (
    <tr>
      <th scope="row" className="report-file">
        {name}
        {report.second_period && <span className="quiet">, second period</span>}
      </th>
      <td>{kindLabel(report.kind)}</td>
      <td>
        <Value>{interval(report)}</Value>
        {report.instance && <span className="quiet"> instance {report.instance}</span>}
      </td>
      <td className="right">
        <Value>{report.db_time_s == null ? UNKNOWN : `${seconds(report.db_time_s)} s`}</Value>
      </td>
      <td>
        <Value why="none by itself">{report.grade ?? UNKNOWN}</Value>
      </td>
      <td>
        {plural(report.sections_found, "section")} found
        <NamedSections word="missing" names={report.sections_missing} />
        <NamedSections word="unreadable" names={report.sections_unreadable} />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`${half}Period of ${name}`}
          data={PERIODS}
          value={report.period}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.value as ReportPeriod)}
        />
        {report.second_period && report.period === "ignored" && (
          <Button
            size="compact-xs"
            variant="default"
            className="no-print"
            aria-label={`Use the second period of ${name} as after the change`}
            disabled={change.isPending}
            onClick={() => change.mutate("after")}
          >
            Use as after
          </Button>
        )}
        {change.isError && (
          <span role="alert" className="small">
            {asProblem(change.error).message}
          </span>
        )}
      </td>
    </tr>
  );
}
