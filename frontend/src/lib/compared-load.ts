import type { Comparison } from "@/api/types";
import { figure } from "@/lib/format";

/** The same band the advisor uses to call two hours alike. */
const ALIKE = 4 / 3;

type Rates = Pick<Comparison, "before_txn_per_s" | "after_txn_per_s">;

/** Whether the hours before did about the work of the hours after. */
export function ratesAlike({ before_txn_per_s: before, after_txn_per_s: after }: Rates): boolean {
  return !!before && !!after && Math.max(before / after, after / before) <= ALIKE;
}

/** At which load the stack of events stands. */
export function loadText(comparison: Comparison | undefined): string | null {
  if (!comparison) return null;
  const { before_txn_per_s: before, after_txn_per_s: after } = comparison;
  if (!before || !after)
    return "Transactions per second are not in both reports: today and measured may be different work.";
  const rates = `${figure(before)} transactions/s before, ${figure(after)} after`;
  return ratesAlike(comparison)
    ? `Today: hours before with about the same work (${rates}).`
    : `Today: the hours before, scaled by transactions to the work done after the change (${rates}).`;
}
