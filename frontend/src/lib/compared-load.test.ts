import { describe, expect, it } from "vitest";
import { aComparison } from "@/test/builders";
import { loadText, ratesAlike } from "./compared-load";

const NOT_TOLD =
  "Transactions per second are not in both reports: today and measured may be different work.";

describe("the load the stack of events stands at", () => {
  it.each([
    [
      100,
      110,
      true,
      "Today: hours before with about the same work (100 transactions/s before, 110 after).",
    ],
    [
      120,
      90,
      true,
      "Today: hours before with about the same work (120 transactions/s before, 90 after).",
    ],
    [
      65.56,
      124,
      false,
      "Today: the hours before, scaled by transactions to the work done after the change (65.6 transactions/s before, 124 after).",
    ],
    [null, 124, false, NOT_TOLD],
    [100, null, false, NOT_TOLD],
    [0, 124, false, NOT_TOLD],
  ])("%s before, %s after", (before, after, alike, text) => {
    const comparison = aComparison({ before_txn_per_s: before, after_txn_per_s: after });
    expect(ratesAlike(comparison)).toBe(alike);
    expect(loadText(comparison)).toBe(text);
  });

  it("says nothing without a report from after the change", () =>
    expect(loadText(undefined)).toBeNull());
});
