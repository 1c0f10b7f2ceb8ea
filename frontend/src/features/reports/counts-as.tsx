import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "@/api/problem";
import { type ReportPeriod, setReportPeriod } from "@/api/reports";
import type { Report } from "@/api/types";
import { nameOf } from "./name";
import { PERIODS } from "./periods";

/** The period a report counts for, to be changed. */
export function CountsAs({ report }: { report: Report }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (period: ReportPeriod) => setReportPeriod(report.id, period),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["databases"] }),
  });
  const name = nameOf(report);
  const half = report.second_period ? "Second period: " : "";
  return (
    <>
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
    </>
  );
}
