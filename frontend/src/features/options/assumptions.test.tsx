import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { anOption } from "@/test/builders";
import { show } from "@/test/show";
import { Assumptions } from "./assumptions";

const assumption = (name: string) => ({
  name,
  value: null,
  low: null,
  high: null,
  unit: "µs",
  source: "catalogue",
  title: name,
  influence: null,
  least: null,
  most: null,
});

describe("an assumption is named in words", () => {
  it.each([
    ["flash_read_us", "flash read"],
    ["segment_share", "segment share"],
    ["write_growth", "write growth"],
    ["cache_size_bytes", "cache size"],
    ["flash read", "flash read"],
  ])("%s: %s", (name, words) => {
    const option = anOption({ assumptions: [assumption(name)], dominant_input: name });
    show(<Assumptions option={option} />);
    expect(screen.getByRole("rowheader")).toHaveTextContent(words);
    expect(screen.getByText(`Of these inputs the answer depends most on: ${words}.`)).toBeVisible();
  });
});

it("shows value, unit and range; an unknown value is said", () => {
  const known = { ...assumption("flash_read_us"), value: 280, low: 160, high: 420 };
  show(<Assumptions option={anOption({ assumptions: [known, assumption("disk_us")] })} />);
  const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells).toEqual([
    "280 µs",
    "160 to 420",
    "catalogue",
    "—not in this report",
    "",
    "catalogue",
  ]);
});
