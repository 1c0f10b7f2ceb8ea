import { isOption, isSet, optionLabel, optionSpec } from "@/lib/options";
import type { PlanAction, PlanItem, PlanUnderReview } from "@/api/plans";

export const STATES: Record<PlanItem["state"], string> = {
  draft: "Draft",
  "in-review": "In review",
  approved: "Approved",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  applied: "Applied",
  superseded: "Superseded by a later approval",
  stale: "Stale",
  "evidence-retired": "Evidence retired",
  measured: "Applied and measured",
};

export const ACTIONS: Record<PlanAction, string> = {
  revise: "Make a new revision",
  submit: "Submit for review",
  withdraw: "Withdraw",
  approve: "Approve",
  reject: "Reject",
  "mark-applied": "It was carried out",
};

export const DONE: Record<PlanUnderReview["history"][number]["done"], string> = {
  submitted: "submitted",
  withdrawn: "withdrawn",
  approved: "approved",
  rejected: "rejected",
  applied: "marked as carried out",
  superseded: "superseded",
};

export const LEVELS: Record<PlanUnderReview["checks"][number]["level"], string> = {
  error: "✕ stops it",
  warning: "! needs a reason",
  "not-known": "? not known",
  passed: "✓ passed",
};

/** "Best segments on SSD"; of a set its name, for its title is in its advice only. */
export function titleOf(option: string): string {
  if (isSet(option)) return `${sentence(optionLabel(option))} on SSD`;
  return isOption(option) ? optionSpec(option).title : option;
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const MINUTE = "2026-01-01T00:00".length;
const SHORT = 12;

/** "2026-11-25 10:14 UTC". */
export const momentOf = (iso: string): string => `${iso.slice(0, MINUTE).replace("T", " ")} UTC`;

export const shortDigest = (digest: string): string => digest.slice(0, SHORT);
