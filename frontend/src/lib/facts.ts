import type { Advice, Database } from "@/api/types";
import { plural } from "@/lib/format";

/** What the answer stands on, in a line: release, reports, the hours used. */
export function databaseFacts(database: Database, advice: Advice | undefined): string {
  return [
    database.release && `Oracle ${database.release}${database.rac ? " RAC" : ""}`,
    plural(database.reports, "report"),
    advice?.hours?.text.replace(/\.$/, "").replace(/^M/, "m"),
  ]
    .filter(Boolean)
    .join(" · ");
}
