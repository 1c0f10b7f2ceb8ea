/** The tabs of a database, in their order. */

import type { Verdict } from "@/api/types";

export const TABS = [
  { to: "/databases/$databaseId", label: "Answer", key: "answer" },
  { to: "/databases/$databaseId/load", label: "Load", key: "load" },
  { to: "/databases/$databaseId/options", label: "Options", key: "options" },
  { to: "/databases/$databaseId/segments", label: "Segments", key: "segments" },
  { to: "/databases/$databaseId/plan", label: "Plan", key: "plan" },
  { to: "/databases/$databaseId/reports", label: "Reports", key: "reports" },
  { to: "/databases/$databaseId/scenarios", label: "Scenarios", key: "scenarios" },
] as const;

export type TabKey = (typeof TABS)[number]["key"];

/** A server keeps them: a saved file has none. */
export const isServed = (tab: TabKey): boolean => tab === "scenarios";

const OF_THE_SSD: readonly TabKey[] = ["options", "segments", "plan"];

/** Where the answer is "not now", what tells of SSD stands back; it stays open to whoever wants to look. */
export function standsBack(tab: TabKey, verdict: Verdict | undefined): boolean {
  return verdict !== undefined && isNo(verdict) && OF_THE_SSD.includes(tab);
}

/** No SSD is asked for now: neither a yes nor a yes that needs something. */
export const isNo = ({ state }: Pick<Verdict, "state">): boolean =>
  state !== "move" && state !== "needs";
