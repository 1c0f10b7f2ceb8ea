import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Evidence } from "@/api/types";
import { SourceButton } from "@/components/ui/source-button";
import { aPlace, anEvidence } from "@/test/builders";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { EvidenceDrawer } from "./evidence-drawer";

const PLACE = "GET /api/v1/evidence";

async function open(evidence: Evidence[]) {
  show(
    <EvidenceDrawer>
      <SourceButton of="DB time" evidence={evidence} />
    </EvidenceDrawer>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Source of DB time" }));
}

const asked = () => requests().map(({ url }) => Object.fromEntries(new URL(url).searchParams));

describe("the source of a figure", () => {
  it("is the file, section, row, column and line, and the row as printed", async () => {
    answer(PLACE, { body: aPlace() });
    await open([anEvidence()]);
    expect(await screen.findByRole("dialog", { name: "Source of DB time" })).toBeVisible();
    const facts = [
      ["File", "awrrpt_1_100_101.html"],
      ["Section", "Foreground Wait Events"],
      ["Row", "4"],
      ["Column", "Total Wait Time (s)"],
      ["Line", "1204"],
      ["As printed", "7,040"],
    ];
    await screen.findByText("1204");
    for (const [name, value] of facts)
      expect(screen.getByText(name!).nextElementSibling).toHaveTextContent(value!);
    expect(screen.getByRole("cell", { name: "db file sequential read" })).toBeVisible();
  });

  it("is asked for by file digest, section, row and column", async () => {
    answer(PLACE, { body: aPlace() });
    await open([anEvidence()]);
    await screen.findByText("1204");
    expect(asked()).toEqual([
      {
        source: "ab".repeat(32),
        section: "Foreground Wait Events",
        occurrence: "0",
        row: "3",
        field: "time_s",
      },
    ]);
  });

  it("is shown in the report itself, which runs nothing", async () => {
    answer(PLACE, { body: aPlace() });
    await open([anEvidence()]);
    const frame = await screen.findByTitle(
      "awrrpt_1_100_101.html around row 4 of Foreground Wait Events",
    );
    expect(frame).toHaveAttribute("sandbox", "");
    const [path, query] = frame.getAttribute("src")!.split(/[?#]/);
    expect([path, Object.fromEntries(new URLSearchParams(query))]).toEqual([
      "/api/v1/evidence/page",
      {
        source: "ab".repeat(32),
        section: "Foreground Wait Events",
        occurrence: "0",
        row: "3",
        field: "time_s",
      },
    ]);
    expect(frame.getAttribute("src")).toMatch(/#segtier-here$/);
  });

  it("is the whole row where the table has no such column", async () => {
    answer(PLACE, ({ url }) =>
      url.includes("field=")
        ? refusal(404, { code: "no-such-column", detail: "No such column." })
        : { body: aPlace({ column: null, raw_text: null }) },
    );
    await open([anEvidence()]);
    expect(await screen.findByText("the whole row")).toBeVisible();
    expect(screen.getByText("As printed").nextElementSibling).toHaveTextContent("—");
    expect(screen.getByTitle(/around row/).getAttribute("src")).not.toContain("field=");
  });

  it("is a stated problem where the file is gone", async () => {
    answer(
      PLACE,
      refusal(404, {
        detail: "The file was deleted.",
        advice: "Upload it again.",
        request_id: "r9",
      }),
    );
    await open([anEvidence()]);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Foreground Wait Events");
    expect(alert).toHaveTextContent("The file was deleted.");
    expect(alert).toHaveTextContent("Upload it again.");
    expect(alert).toHaveTextContent("r9");
  });

  it("shows three of many rows first, and all on demand", async () => {
    answer(PLACE, { body: aPlace() });
    await open([0, 1, 2, 3, 4].map((row) => anEvidence({ row })));
    expect(await screen.findByText("Made from 5 rows of the reports.")).toBeVisible();
    expect(await screen.findAllByRole("article")).toHaveLength(3);
    expect(screen.getAllByTitle(/around row/)).toHaveLength(1);
    await userEvent.click(screen.getAllByRole("button", { name: "Show it in the report" })[0]!);
    expect(screen.getAllByTitle(/around row/)).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "Show all 5 rows" }));
    expect(await screen.findAllByRole("article")).toHaveLength(5);
  });
});
