import type { HoursWindow } from "@/api/advice";
import { type PageState, compact } from "@/lib/page-state";

/** The window that the answer's hours are held against; empty where reports from after the change are. */
export const comparedHours = ({ after_from, after_to }: PageState): HoursWindow =>
  compact({ after_from, after_to });

export const isCompared = (state: PageState): boolean =>
  Object.keys(comparedHours(state)).length > 0;
