import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Comparison } from "@/api/types";
import { aComparedEvent, aComparedFigure, aComparedIo, aComparison } from "@/test/builders";
import { show } from "@/test/show";
import { SideBySide } from "./side-by-side";

const shown = (part: Partial<Comparison>) =>
  show(<SideBySide comparison={aComparison({ events: [], ...part })} />);

/** Of a table by its name: headings, then the cells of each row. */
const table = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent?.trim()));

describe("before and after, side by side", () => {
  it("has events in a transaction, and how long one waits", () => {
    const cpu = { event: "DB CPU", before_ms_per_txn: 8, after_ms_per_txn: 8 };
    const averages = { before_avg_wait_us: null, after_avg_wait_us: null };
    shown({ events: [aComparedEvent(), aComparedEvent({ ...cpu, ...averages })] });
    expect(table("Wait events before and after")).toEqual([
      ["Wait event", "In a transaction", "One wait takes"],
      ["db file sequential read", "10 → 2.7 ms −73 %", "8.8 ms → 700 µs −92 %"],
      ["DB CPU", "8 → 8 ms as before", "—not printed in these reports"],
    ]);
  });

  it("has tablespaces; one that a period does not print is not zero", () => {
    const data = { reads_per_txn: 1.5, wait_us: 13_690, writes_per_txn: 0.4 };
    shown({
      tablespaces: [
        aComparedIo("DATA", data, { ...data, reads_per_txn: 0.3 }),
        aComparedIo("SSD_DATA", {}, { ...data, wait_us: 310 }),
      ],
    });
    expect(table("Tablespaces before and after")).toEqual([
      ["Tablespace", "Reads per transaction", "A read takes", "Writes per transaction"],
      ["DATA", "1.5 → 0.3 −80 %", "13.7 ms → 13.7 ms as before", "0.4 → 0.4 as before"],
      [
        "SSD_DATA",
        "—not printed in these reports → 1.5",
        "—not printed in these reports → 310 µs",
        "—not printed in these reports → 0.4",
      ],
    ]);
  });

  it("has functions, with the columns that one of them fills", () => {
    const lgwr = { reads_per_txn: 0, writes_per_txn: 1, write_bytes_per_txn: 4096 };
    shown({ functions: [aComparedIo("LGWR", lgwr, { ...lgwr, writes_per_txn: 2 })] });
    expect(table("I/O by function before and after")).toEqual([
      ["Function", "Reads per transaction", "Writes per transaction", "Written per transaction"],
      ["LGWR", "0", "1 → 2 +100 %", "4 KiB → 4 KiB as before"],
    ]);
  });

  it("has redo, each row in its unit", () => {
    const size = { name: "redo", unit: "bytes per transaction", before: 6144, after: 3072 };
    const wait = { name: "log file parallel write", unit: "µs", before: 6130, after: null };
    shown({ redo: [aComparedFigure(size), aComparedFigure(wait)] });
    expect(table("Redo before and after")).toEqual([
      ["Redo", "Before → after"],
      ["redo per transaction", "6 KiB → 3 KiB −50 %"],
      ["log file parallel write", "6.13 ms → —not printed in these reports"],
    ]);
  });

  it("says what neither period prints", () => {
    shown({});
    expect(screen.getAllByText("Not in these reports.")).toHaveLength(4);
  });
});
