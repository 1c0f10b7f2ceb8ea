import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { aStatement, anAdvice } from "@/test/builders";
import { show } from "@/test/show";
import { TopStatements } from "./top-statements";

const rows = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].slice(0, 7).map((cell) => cell.textContent));

describe("statements that read most", () => {
  it("says that no report lists them, and shows no figure", () => {
    show(<TopStatements advice={anAdvice({ statements: [] })} />);
    expect(screen.getByText(/^Not in the inputs/)).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("shows what is known; unknown is said, and no execution is 0", () => {
    const unknown = aStatement({
      sql_id: "839312984",
      pdb: "P1",
      module: null,
      plsql: true,
      reads_share: null,
      executions_per_hour: 0,
      reads_per_execution: null,
      elapsed_s_per_hour: null,
    });
    show(<TopStatements advice={anAdvice({ statements: [aStatement(), unknown] })} />);
    expect(rows()).toEqual([
      ["0a1b2c3d4e5f6", "checkout", "60 %", "1.08 M", "1 k", "1.08 k", "900"],
      [
        "839312984 PL/SQL P1",
        "—not in this report",
        "—not in this report",
        "1.08 M",
        "0",
        "—no execution ended, or their number is not in this report",
        "—not in this report",
      ],
    ]);
  });

  it("shows the first of a long list until asked for all", async () => {
    const statements = Array.from({ length: 8 }, (_, n) => aStatement({ sql_id: `${n}` }));
    show(<TopStatements advice={anAdvice({ statements })} />);
    expect(rows()).toHaveLength(5);
    await userEvent.click(screen.getByRole("button", { name: "Show all 8 statements" }));
    expect(rows()).toHaveLength(8);
  });
});
