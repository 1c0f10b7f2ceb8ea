import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useCase } from "@/case/case";
import { useFrontier } from "@/case/pieces";
import {
  type Capacity,
  type Unit,
  capacityBytes,
  capacityText,
  inUnit,
  readCapacity,
  scaleOf,
} from "@/lib/capacity";
import { kneePoint, lastPoint, neededBytes, pointAt } from "@/lib/frontier";

/** The server is asked when the slider stands still. */
const STILL_MS = 500;
/** The scale goes so far beyond what is there and what can be used. */
const BEYOND = 1.25;

/** The most there ever was: a slider moved down finds the way back up. */
function useMost(bytes: number): number {
  const [most, setMost] = useState(bytes);
  if (bytes > most) setMost(bytes);
  return Math.max(bytes, most);
}

/** The SSD at hand as the slider, the number and the unit show it; while it moves, the frontier answers here. */
export function useCapacity() {
  const { advice, state, change } = useCase();
  const frontier = useFrontier();
  const [draft, setDraft] = useState<Capacity>();
  const [unit, setUnit] = useState<Unit>(readCapacity(state.ssd)?.unit ?? "GB");
  const stated = state.device ? null : readCapacity(state.ssd);
  const usable = advice?.devices.reduce((sum, device) => sum + device.usable_bytes, 0);
  const settled = stated ?? inUnit(usable ?? 0, unit);
  const shown = draft ?? settled;
  const bytes = draft || stated ? capacityBytes(shown) : (usable ?? 0);
  const commit = useDebouncedCallback((next: Capacity) => {
    setDraft(undefined);
    change({ ssd: capacityText(next), device: undefined, count: undefined, mirrored: undefined });
  }, STILL_MS);
  const last = frontier && lastPoint(frontier);
  const knee = frontier && kneePoint(frontier);
  const most = useMost(
    BEYOND * Math.max(capacityBytes(settled), frontier && last ? neededBytes(frontier, last) : 0),
  );
  return {
    shown,
    scale: scaleOf(most, shown.unit),
    knee: frontier && knee ? inUnit(neededBytes(frontier, knee), shown.unit).amount : null,
    frontier,
    /** What fits and saves most; null where nothing can be said about segments. */
    point: frontier ? pointAt(frontier, bytes) : null,
    moving: draft !== undefined,
    set: (amount: number) => {
      const next = { amount, unit: shown.unit };
      setDraft(next);
      commit(next);
    },
    setUnit: (next: Unit) => {
      setUnit(next);
      if (!stated) return;
      const same = inUnit(capacityBytes(stated), next);
      change({ ssd: capacityText(same) });
    },
  };
}
