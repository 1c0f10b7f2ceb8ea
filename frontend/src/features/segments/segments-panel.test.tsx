import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { aSegment, anAdvice } from "@/test/builders";
import { show } from "@/test/show";
import { SegmentsPanel } from "./segments-panel";

const many = (count: number) =>
  anAdvice({
    segments: Array.from({ length: count }, (_, index) => aSegment({ name: `T${index}` })),
  });

function panel(count: number) {
  const onChange = vi.fn();
  show(
    <SegmentsPanel
      databaseId="d1"
      advice={many(count)}
      option="segments"
      view={{}}
      onChange={onChange}
    />,
  );
  return onChange;
}

const hint = () => screen.queryByText("Scroll in the table for the rest.");

describe("more rows than fit", () => {
  it.each([
    [12, false, false],
    [13, true, true],
    [500, true, true],
    [501, true, false],
  ])("%d rows: a hint that it scrolls %s, all at once %s", (count, scrolls, all) => {
    panel(count);
    expect(hint() !== null).toBe(scrolls);
    expect(screen.queryByRole("button", { name: `Show all ${count} rows` }) !== null).toBe(all);
  });

  it("stand in full on demand", async () => {
    panel(20);
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
    const onChange = panel(3);
    await userEvent.click(screen.getByRole("button", { name: "Density" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ sort: "density", dir: "desc" });
  });

  it("the filter asks for its words", async () => {
    const onChange = panel(3);
    await userEvent.type(screen.getByLabelText(/^Filter/), "x");
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ q: "x" });
  });
});
