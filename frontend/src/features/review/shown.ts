import type { PlanRevision, PlanUnderReview } from "@/api/plans";

/** The revision on the page, and the plan it is of. */
export interface Shown {
  plan: PlanUnderReview;
  revision: PlanRevision;
  /** It was the current one when the page opened: people judge it and talk about it. */
  live: boolean;
  /** It is the current one still; another may have come while it was read. */
  current: boolean;
}
