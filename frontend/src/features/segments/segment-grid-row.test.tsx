import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { RankedSegment } from "@/api/types";
import type { PageState } from "@/lib/page-state";
import { aSegment } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { showInCase } from "@/test/show";
import { columnsOf } from "./columns";
import { SegmentGridRow } from "./segment-grid-row";

const SIZES = "PUT /api/v1/databases/db_1/sizes";

function row(part: Partial<RankedSegment> = {}, state: PageState = {}, tiers = false) {
  const change = vi.fn();
  showInCase(
    <SegmentGridRow
      segment={aSegment(part)}
      index={0}
      start={0}
      columns={columnsOf(tiers)}
      measure={() => undefined}
    />,
    { change, state },
  );
  return change;
}

it("says what is not there yet", () => {
  showInCase(
    <SegmentGridRow
      segment={undefined}
      index={7}
      start={0}
      columns={columnsOf(false)}
      measure={() => undefined}
    />,
  );
  expect(screen.getByText("Fetching …")).toBeVisible();
});

describe("a size in its cell", () => {
  it.each([
    [null, "add size of SHOP.ORDERS", "12.5G"],
    [1024 ** 3, "1 GiB, change size of SHOP.ORDERS", "2G"],
  ])("of %d bytes: %s", async (size_bytes, name, typed) => {
    answer(SIZES, { body: { accepted: 1, rejected: [] } });
    row({ size_bytes });
    await userEvent.click(screen.getByRole("button", { name }));
    await userEvent.type(screen.getByLabelText("Size of SHOP.ORDERS"), `${typed}{Enter}`);
    expect(await screen.findByRole("button", { name })).toBeVisible();
    expect(await requests()[0]?.clone().json()).toEqual({ text: `SHOP.ORDERS ${typed}` });
  });

  it("that is refused stays, with the reason", async () => {
    const rejected = [{ line: 1, excerpt: "big", message: "“big” is no size.", advice: "" }];
    answer(SIZES, { body: { accepted: 0, rejected } });
    row({ size_bytes: null });
    await userEvent.click(screen.getByRole("button", { name: /^add size/ }));
    await userEvent.type(screen.getByLabelText("Size of SHOP.ORDERS"), "big{Enter}");
    expect(await screen.findByText(/^“big” is no size/)).toBeVisible();
    expect(screen.getByLabelText("Size of SHOP.ORDERS")).toHaveValue("big");
  });

  it("is left as it is by Escape", async () => {
    row({ size_bytes: null });
    await userEvent.click(screen.getByRole("button", { name: /^add size/ }));
    await userEvent.type(screen.getByLabelText("Size of SHOP.ORDERS"), "9G{Escape}");
    expect(screen.getByRole("button", { name: /^add size/ })).toBeVisible();
    expect(requests()).toEqual([]);
  });
});

describe("held", () => {
  const NAME = "SHOP.ORDERS";
  it.each([
    [{}, "pin: SHOP.ORDERS to SSD", { pin: [NAME], exclude: undefined }],
    [{ pin: ["A.B"] }, "pin: SHOP.ORDERS to SSD", { pin: ["A.B", NAME], exclude: undefined }],
    [{ pin: [NAME] }, "pinned: SHOP.ORDERS to SSD", { pin: undefined, exclude: undefined }],
    [{ pin: [NAME] }, "exclude: SHOP.ORDERS from SSD", { pin: undefined, exclude: [NAME] }],
  ] as [PageState, string, PageState][])("%o, %s", async (state, name, part) => {
    const change = row({}, state);
    const button = screen.getByRole("button", { name });
    expect(button).toHaveAttribute("aria-pressed", String(name.startsWith("pinned")));
    await userEvent.click(button);
    expect(change).toHaveBeenCalledExactlyOnceWith(part);
  });
});

it.each([
  ["/u01", "NVME", "/u01 → NVME"],
  ["NVME", "NVME", "NVME"],
  ["/u01", null, "/u01"],
  [null, "NVME", "—not in this report → NVME"],
])("over tiers: from %s to %s", (lies, tier, told) => {
  row({ lies, tier, tablespace: "T" }, {}, true);
  expect(screen.getAllByRole("cell")[3]?.textContent).toBe(told);
});

it.each([
  [800, 1500, "1,200800–1,500"],
  [null, null, "1,200"],
])("saves between %s and %s", (low, high, told) => {
  row({ benefit_low_s_per_hour: low, benefit_high_s_per_hour: high });
  expect(screen.getAllByRole("cell")[6]?.textContent).toBe(told);
});
