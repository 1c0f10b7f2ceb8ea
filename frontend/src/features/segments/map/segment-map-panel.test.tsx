import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { aMapSegment, anAdvice } from "@/test/builders";
import { answer } from "@/test/server";
import { showInCase } from "@/test/show";
import { SegmentMapPanel } from "./segment-map-panel";

const MAP = "GET /api/v1/databases/db_1/segments/map";
const GIB = 1024 ** 3;

/** Loaded by need, which a busy machine takes its time for. */
beforeAll(() => import("./map-chart"));

async function panel() {
  const change = vi.fn();
  answer(MAP, {
    body: {
      option: "segments",
      segments: [aMapSegment(), aMapSegment({ name: "HISTORY", rank: 9, place: "out" })],
      groups: [
        {
          owner: "HR",
          place: "in",
          segments: 12,
          size_bytes: 5 * GIB,
          saving_known: 12,
          benefit_s_per_hour: 7,
          benefit_density_s_per_hour_per_gib: 1.4,
        },
      ],
      unsized: [{ tablespace: "INDX", segments: 4, saving_known: 0, benefit_s_per_hour: null }],
    },
  });
  const advice = anAdvice({ segments_sized: 14 });
  showInCase(<SegmentMapPanel advice={advice} />, { advice, change });
  await screen.findByRole("button", { name: /^SHOP.ORDERS, 40 GiB/ }, { timeout: 20_000 });
  return change;
}

it("says what is drawn, and how many are not and where", async () => {
  await panel();
  expect(
    screen.getByText(/^14 segments of known size by area, the 2 largest one by one/),
  ).toHaveTextContent("Not drawn: 4 segments of unknown size (4 in INDX).");
});

it("a click filters the table to the segment, whole", async () => {
  const change = await panel();
  await userEvent.click(screen.getByRole("button", { name: /^SHOP.HISTORY/ }));
  expect(change).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ q: '"SHOP.HISTORY"', owner: undefined, place: undefined }),
  );
});

it("is one stop of the Tab key; arrows go on, focus tells, Enter filters", async () => {
  const change = await panel();
  const cells = within(screen.getByRole("toolbar")).getAllByRole("button");
  expect(cells.filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
  cells[0]?.focus();
  await userEvent.keyboard("{End}");
  expect(cells.at(-1)).toHaveFocus();
  expect(
    screen.getByText("12 smaller segments of HR, 5 GiB, ✓ in: save 7 s/h together."),
  ).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(change).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ q: undefined, owner: "HR", place: "in" }),
  );
});

it("hover tells", async () => {
  await panel();
  await userEvent.hover(screen.getByRole("button", { name: /^SHOP.ORDERS/ }));
  expect(
    screen.getByText(
      "SHOP.ORDERS, 40 GiB, ✓ in: saves 1,200 s/h (800–1,500). High benefit for its size.",
    ),
  ).toBeVisible();
});

it("has all of it as a table", async () => {
  await panel();
  await userEvent.click(screen.getByRole("button", { name: /^Table/ }));
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toContain("SHOP.ORDERS40 GiB✓ in30saves 1,200 s/h (800–1,500)");
  expect(rows).toHaveLength(4);
});
