/** An amount of SSD as people type it: a number and a unit, decimal as makers count or binary as Oracle does. */

export const UNITS = ["GB", "TB", "GiB", "TiB"] as const;
export type Unit = (typeof UNITS)[number];

const SIZES: Record<Unit, number> = { GB: 1e9, TB: 1e12, GiB: 1024 ** 3, TiB: 1024 ** 4 };

export interface Capacity {
  amount: number;
  unit: Unit;
}

export const isUnit = (text: string): text is Unit => (UNITS as readonly string[]).includes(text);

const SHORT: Record<string, Unit> = { G: "GiB", T: "TiB" };

/** "700GB", "1.5 TiB"; null for anything else (which the server may still take). */
export function readCapacity(text: string | undefined): Capacity | null {
  const [, amount, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([GT](?:i?B)?)\s*$/.exec(text ?? "") ?? [];
  const known = isUnit(unit) ? unit : SHORT[unit];
  return amount && known && Number(amount) > 0 ? { amount: Number(amount), unit: known } : null;
}

/** The unit that whoever asks counts SSD in; as makers do where nobody says. */
export const unitOf = (asked: string | undefined): Unit => readCapacity(asked)?.unit ?? "GB";

export const capacityBytes = ({ amount, unit }: Capacity): number => amount * SIZES[unit];

/** As the address and the API take it; three decimals at most. */
export const capacityText = ({ amount, unit }: Capacity): string =>
  `${Number(amount.toFixed(3))}${unit}`;

/** The same bytes in a unit, to three significant digits or whole numbers. */
export function inUnit(bytes: number, unit: Unit): Capacity {
  const amount = bytes / SIZES[unit];
  return { amount: amount >= 100 ? Math.round(amount) : Number(amount.toPrecision(3)), unit };
}

/** Round figures of which about a hundred make up the scale. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const ON_THE_SCALE = 120;

/** The slider's step and end in a unit, so that `most` bytes lie on it. */
export function scaleOf(most: number, unit: Unit): { step: number; end: number } {
  const amount = most / SIZES[unit];
  const step = STEPS.find((one) => amount / one <= ON_THE_SCALE) ?? amount / ON_THE_SCALE;
  return { step, end: Math.ceil(amount / step) * step };
}
