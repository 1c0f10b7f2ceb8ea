import type { Report } from "@/api/types";

/** What the list of reports is narrowed to; an empty word takes all. */
export interface ReportFilter {
  instance: string;
  period: string;
  grade: string;
  /** Days as the database counts them, "2026-03-02"; both count whole. */
  from: string;
  to: string;
}

export const ALL: ReportFilter = { instance: "", period: "", grade: "", from: "", to: "" };

/** Files without a grade: exports, typed sizes, and reports no advice can be made from. */
export const NO_GRADE = "none";

const DAY = "2026-03-02".length;

function inTime(report: Report, { from, to }: ReportFilter): boolean {
  if (!from && !to) return true;
  const first = report.begin_time?.slice(0, DAY);
  const last = report.end_time?.slice(0, DAY);
  if (!first || !last) return false;
  return (!from || last >= from) && (!to || first <= to);
}

export function filterReports(reports: readonly Report[], filter: ReportFilter): Report[] {
  const { instance, period, grade } = filter;
  return reports.filter(
    (report) =>
      (!instance || report.instance === instance) &&
      (!period || report.period === period) &&
      (!grade || (report.grade ?? NO_GRADE) === grade) &&
      inTime(report, filter),
  );
}

export function instancesOf(reports: readonly Report[]): string[] {
  return [...new Set(reports.flatMap(({ instance }) => instance ?? []))].toSorted();
}
