import type { PlanDocument } from "@/api/types";

export interface Place {
  tablespace: string;
  onFlash: boolean;
  /** Of several tiers the one it lies on. */
  tier: string | null;
  today: number;
  after: number;
}

export interface Placement {
  /** The fullest first, those on the flash at the end. */
  places: Place[];
  /** Segments whose size or tablespace no input says: in no figure. */
  unknown: number;
}

/** Bytes by tablespace, of the segments the plan names: where they lie today, and after the plan is done. */
export function placementOf({ operations, stays, targets }: PlanDocument): Placement {
  const flash = new Map(targets.map(({ tablespace, tier }) => [tablespace, tier]));
  const places = new Map<string, Place>();
  let unknown = 0;
  const at = (tablespace: string): Place => {
    const known = places.get(tablespace);
    const tier = flash.get(tablespace) ?? null;
    const onFlash = flash.has(tablespace) && tier == null;
    const place = known ?? { tablespace, onFlash, tier, today: 0, after: 0 };
    if (!known) places.set(tablespace, place);
    return place;
  };
  const put = (home: string | null, then: string | null, size: number | null) => {
    if (home == null || then == null || size == null) {
      unknown += 1;
      return;
    }
    at(home).today += size;
    at(then).after += size;
  };
  for (const { rewrites } of operations)
    for (const { home, target, size_bytes } of rewrites) put(home, target ?? home, size_bytes);
  for (const { tablespace, size_bytes } of stays) put(tablespace, tablespace, size_bytes);
  const order = (a: Place, b: Place) =>
    Number(a.onFlash) - Number(b.onFlash) || b.today - a.today || b.after - a.after;
  return { places: [...places.values()].toSorted(order), unknown };
}
