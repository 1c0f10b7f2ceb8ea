import { describe, expect, it } from "vitest";
import { capacityBytes, capacityText, inUnit, readCapacity, scaleOf } from "./capacity";

describe("an amount of SSD", () => {
  it.each([
    ["700GB", { amount: 700, unit: "GB" }, 7e11],
    ["1.5 TiB", { amount: 1.5, unit: "TiB" }, 1.5 * 1024 ** 4],
    ["200G", { amount: 200, unit: "GiB" }, 200 * 1024 ** 3],
    ["2TB", { amount: 2, unit: "TB" }, 2e12],
  ] as const)("%s is read", (text, capacity, bytes) => {
    expect(readCapacity(text)).toEqual(capacity);
    expect(capacityBytes(capacity)).toBe(bytes);
    expect(readCapacity(capacityText(capacity))).toEqual(capacity);
  });

  it.each([undefined, "", "much", "700", "0GB", "-1GB", "700 kB", "1,5TB"])(
    "%s is left to the server",
    (text) => expect(readCapacity(text)).toBeNull(),
  );

  it.each([
    [7e11, "GB", 700],
    [7e11, "GiB", 652],
    [7e11, "TB", 0.7],
    [1234e9, "TB", 1.23],
  ] as const)("%d bytes in %s are %d", (bytes, unit, amount) =>
    expect(inUnit(bytes, unit).amount).toBe(amount),
  );

  it.each([
    [7e11, "GB"],
    [7e11, "TiB"],
    [3.3e9, "GB"],
    [9e13, "GB"],
  ] as const)("%d bytes lie on a scale of round steps in %s", (most, unit) => {
    const { step, end } = scaleOf(most, unit);
    expect(capacityBytes({ amount: end, unit })).toBeGreaterThanOrEqual(most * (1 - 1e-9));
    expect(end / step).toBeLessThanOrEqual(121);
    expect(end / step).toBeCloseTo(Math.round(end / step), 6);
  });
});
