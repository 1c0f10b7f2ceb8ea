import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aSegment, anAdvice } from "@/test/builders";
import { answer, forgetAnswers, requests } from "@/test/server";
import { show } from "@/test/show";
import { SegmentsPanel } from "./segments-panel";

const SEGMENTS = "GET /api/v1/databases/d1/segments";

async function panel(count: number, total = count) {
  const onChange = vi.fn();
  const items = Array.from({ length: count }, (_, index) =>
    aSegment({ name: `T${index}`, rank: index + 1 }),
  );
  answer(SEGMENTS, { body: { items, total } });
  show(
    <SegmentsPanel
      databaseId="d1"
      advice={anAdvice({ segments_ranked: total })}
      params={{}}
      option="segments"
      view={{}}
      onChange={onChange}
    />,
  );
  await screen.findByText(new RegExp(`^${total} segments? of ${total};`));
  return onChange;
}

afterEach(forgetAnswers);

const hint = () => screen.queryByText("Scroll in the table for the rest.");

describe("more rows than fit", () => {
  it.each([
    [12, false, false],
    [13, true, true],
    [500, true, true],
    [501, true, false],
  ])("%d rows: a hint that it scrolls %s, all at once %s", async (count, scrolls, all) => {
    await panel(count);
    expect(hint() !== null).toBe(scrolls);
    expect(screen.queryByRole("button", { name: `Show all ${count} rows` }) !== null).toBe(all);
  });

  it("stand in full on demand", async () => {
    await panel(20);
    await userEvent.click(screen.getByRole("button", { name: "Show all 20 rows" }));
    expect(hint()).toBeNull();
    expect(screen.getByRole("button", { name: "Show in a box" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });
});

describe("the order and the filter are the address's", () => {
  it("a heading asks for its order", async () => {
    const onChange = await panel(3);
    await userEvent.click(screen.getByRole("button", { name: "Density" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ sort: "density", dir: "desc" });
  });

  it("the filter asks for its words", async () => {
    const onChange = await panel(3);
    await userEvent.type(screen.getByLabelText(/^Filter/), "x");
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ q: "x" });
  });
});

it("says that there are more than it shows, and asks for its option and order", async () => {
  await panel(20, 400);
  expect(screen.getByText(/The first 20 in this order/)).toBeVisible();
  const asked = requests().map((request) => new URL(request.url).searchParams);
  expect(
    asked.map((query) => [query.get("option"), query.get("sort"), query.get("limit")]),
  ).toContainEqual(["segments", "rank", "1000"]);
});
