import type { Report } from "@/api/types";
import { kindLabel } from "@/lib/kinds";

export const nameOf = (report: Report): string => report.file ?? kindLabel(report.kind);
