import { describe, expect, it } from "vitest";
import { dayAfter, readAuditState } from "./audit-state";

describe("the address of the audit trail", () => {
  it.each([
    [{}, {}],
    [
      { who: " ana ", what: "plan", entry: "7" },
      { who: "ana", what: "plan", entry: 7 },
    ],
    [{ who: 4711 }, { who: "4711" }],
    [{ what: "Plan; --", entry: "0", who: " " }, {}],
    [{ from: "2026-02-28", to: "2026-02-30" }, { from: "2026-02-28" }],
    [{ from: "9999-12-31" }, {}],
    [{ what: "user.password-set", other: "x" }, { what: "user.password-set" }],
  ])("%j is read as %j", (raw, read) => {
    expect(readAuditState(raw)).toEqual(read);
  });

  it("knows where a month ends", () => {
    expect(["2024-02-28", "2024-02-29", "2026-12-31"].map(dayAfter)).toEqual([
      "2024-02-29",
      "2024-03-01",
      "2027-01-01",
    ]);
  });
});
