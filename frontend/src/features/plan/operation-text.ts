import type { Operation, PlanDocument } from "@/api/types";
import { bytes } from "@/lib/format";

const ONLINE: Record<NonNullable<Operation["online"]>, string> = {
  YES: "online",
  NO: "not online",
  ASK: "online where the database can",
};

/** "SHOP.ORDERS P2024", with its PDB where it has one. */
export function objectOf({ pdb, owner, table, index, part }: Operation): string {
  const name = [owner, index ?? table].filter(Boolean).join(".");
  return [pdb && `${pdb}:`, name, part].filter(Boolean).join(" ");
}

/** All that the statement writes anew; null where a size is not known. */
export function writtenBytes({ rewrites }: Operation): number | null {
  if (rewrites.some(({ size_bytes }) => size_bytes == null)) return null;
  return rewrites.reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0);
}

/** "heap table, 22 GiB, online; none; waits for open transactions …". */
export function aboutOperation(operation: Operation): string {
  const { kind, online, outage_text: outage } = operation;
  return `${kind}, ${bytes(writtenBytes(operation))}, ${ONLINE[online]}. Outage: ${outage}`;
}

export interface PlannedStep {
  step: PlanDocument["steps"][number];
  operations: readonly Operation[];
}

/** The steps in order, each with the statements that it runs. */
export function plannedSteps({ steps, operations }: PlanDocument): PlannedStep[] {
  const byFile = new Map<string, Operation[]>();
  for (const operation of operations) {
    const its = byFile.get(operation.file);
    if (its) its.push(operation);
    else byFile.set(operation.file, [operation]);
  }
  return steps.map((step) => ({ step, operations: byFile.get(step.file) ?? [] }));
}
