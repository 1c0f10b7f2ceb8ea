import type { ReportPeriod } from "@/api/reports";

/** What a report may count as, in words. */
export const PERIODS: { value: ReportPeriod; label: string }[] = [
  { value: "before", label: "Before the change" },
  { value: "after", label: "After the change" },
  { value: "ignored", label: "Ignored" },
];
