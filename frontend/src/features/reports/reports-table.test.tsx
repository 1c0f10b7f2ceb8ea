import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { aReport } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { show } from "@/test/show";
import { ON_A_PAGE, ReportsTable } from "./reports-table";

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aReport({ id: `r${index}`, file: `awr_${index}.html`, grade: index === 7 ? "C" : "A" }),
  );
const files = () =>
  within(screen.getByRole("table"))
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);

describe("thousands of reports", () => {
  it("are drawn a page at a time", async () => {
    show(<ReportsTable reports={many(2304)} />);
    expect(files()).toHaveLength(ON_A_PAGE);
    expect(screen.getByText("2,304 files, 1 to 50 on this page")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Page 47" }));
    expect(files()).toEqual(["awr_2300.html", "awr_2301.html", "awr_2302.html", "awr_2303.html"]);
  });

  it("are narrowed from whatever page is open", async () => {
    show(<ReportsTable reports={many(2304)} />);
    await userEvent.click(screen.getByRole("button", { name: "Page 47" }));
    await userEvent.selectOptions(screen.getByLabelText("Grade"), "C");
    expect(files()).toEqual(["awr_7.html"]);
    expect(screen.getByText("1 file of 2,304")).toBeVisible();
  });

  it("few need neither filter nor pages", () => {
    show(<ReportsTable reports={many(10)} />);
    expect(screen.queryByLabelText("Grade")).toBeNull();
    expect(screen.queryByRole("button", { name: "Page 1" })).toBeNull();
  });
});

const use = () =>
  screen.queryByRole("button", {
    name: "Use the second period of diff.html as after the change",
  });

describe("the second period of a compare-period report", () => {
  const second = aReport({ id: "r2", file: "diff.html", second_period: true, period: "ignored" });

  it("counts as after on one click", async () => {
    answer("PATCH /api/v1/reports/r2", { body: { ...second, period: "after" } });
    show(<ReportsTable reports={[aReport(), second]} />);
    expect(screen.getByRole("rowheader", { name: "diff.html, second period" })).toBeVisible();
    await userEvent.click(use()!);
    expect(await requests()[0]?.clone().json()).toEqual({ period: "after" });
  });

  it.each([[{ ...second, period: "after" as const }], [{ ...second, second_period: false }]])(
    "offers it only where it waits: case %#",
    (report) => {
      show(<ReportsTable reports={[report]} />);
      expect(use()).toBeNull();
    },
  );
});
