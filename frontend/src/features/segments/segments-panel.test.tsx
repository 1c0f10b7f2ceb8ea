import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { PageState } from "@/lib/page-state";
import { aSegment, anAdvice } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { showInCase } from "@/test/show";
import { SegmentsPanel } from "./segments-panel";

const SEGMENTS = "GET /api/v1/databases/db_1/segments";

const FACETS = "GET /api/v1/databases/db_1/segments/facets";

async function panel(count: number, total = count, state: PageState = {}) {
  const change = vi.fn();
  const items = Array.from({ length: count }, (_, index) =>
    aSegment({ name: `T${index}`, rank: index + 1 }),
  );
  answer(SEGMENTS, { body: { items, total } });
  answer(FACETS, {
    body: {
      owners: [{ name: "SHOP", segments: 1200 }],
      tablespaces: [{ name: "INDX", segments: 3 }],
      types: [{ name: "INDEX", segments: 3 }],
    },
  });
  const advice = anAdvice({ segments_ranked: total });
  showInCase(<SegmentsPanel advice={advice} />, { advice, change, state });
  await screen.findByText(new RegExp(`^${total.toLocaleString("en-GB")} segments? of `));
  return change;
}

describe("the order and the filter are the address's", () => {
  it("a heading asks for its order", async () => {
    const change = await panel(3);
    await userEvent.click(screen.getByRole("button", { name: "Saves, s/h/GiB" }));
    expect(change).toHaveBeenCalledExactlyOnceWith({ sort: "density", dir: "desc" });
  });

  it("the same heading again turns it round", async () => {
    const change = await panel(3, 3, { sort: "density", dir: "desc" });
    await userEvent.click(screen.getByRole("button", { name: /s\/h\/GiB/ }));
    expect(change).toHaveBeenCalledExactlyOnceWith({ sort: "density", dir: "asc" });
  });

  it("the filter asks for its words", async () => {
    const change = await panel(3);
    await userEvent.type(screen.getByLabelText(/^Filter/), "x");
    expect(change).toHaveBeenCalledExactlyOnceWith({ q: "x" });
  });
});

describe("facets are the address's", () => {
  it.each([
    ["Owner", "SHOP (1,200)", { owner: "SHOP" }],
    ["Tablespace", "INDX (3)", { tablespace: "INDX" }],
    ["Kind", "INDEX (3)", { type: "INDEX" }],
    ["In or out", "Out", { place: "out" }],
  ])("%s", async (label, chosen, part) => {
    const change = await panel(3);
    await screen.findByRole("option", { name: "SHOP (1,200)" });
    await userEvent.selectOptions(screen.getByLabelText(label), chosen);
    expect(change).toHaveBeenCalledExactlyOnceWith(part);
  });

  it("what the address names is asked for and shown, listed or not; one press shows all", async () => {
    const state = { owner: "GONE", place: "in" as const, q: "x" };
    const change = await panel(3, 3, state);
    expect(screen.getByLabelText("Owner")).toHaveValue("GONE");
    const asked = requests().find(({ url }) => url.includes("/segments?"));
    const query = new URL(asked?.url ?? "").searchParams;
    expect([query.get("owner"), query.get("place"), query.get("type")]).toEqual([
      "GONE",
      "in",
      null,
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(change).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ owner: undefined, place: undefined, q: undefined }),
    );
  });
});

it("fetches a page, not all, and knows how many there are", async () => {
  await panel(200, 1_000_000);
  expect(screen.getByRole("table", { name: "Ranked segments" })).toHaveAttribute(
    "aria-rowcount",
    "1000001",
  );
  expect(screen.getByText(/^The first 200,000 in this order/)).toBeVisible();
  const asked = requests()
    .filter(({ url }) => url.includes("/segments?"))
    .map((request) => new URL(request.url).searchParams);
  expect(
    asked.map((query) => [query.get("option"), query.get("sort"), query.get("limit")]),
  ).toEqual([["segments", "rank", "200"]]);
});

it("what is pinned and excluded stands above the table, to be taken back", async () => {
  const change = await panel(3, 3, { pin: ["SHOP.A", "SHOP.B"], exclude: ["SHOP.C"] });
  await userEvent.click(screen.getByRole("button", { name: "Take back: SHOP.A" }));
  await userEvent.click(screen.getByRole("button", { name: "Take back: SHOP.C" }));
  expect(change.mock.calls).toEqual([[{ pin: ["SHOP.B"] }], [{ exclude: undefined }]]);
});
