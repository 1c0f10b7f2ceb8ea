import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { show } from "@/test/show";
import { useColumns, widths } from "./columns";
import { ColumnsMenu } from "./columns-menu";

beforeEach(() => localStorage.clear());

function Headings({ tiers }: { tiers: boolean }) {
  const { shown } = useColumns(tiers);
  return (
    <>
      <p>{shown.map(({ label }) => label).join(", ")}</p>
      <p>{widths(shown).split(" ").length} words</p>
    </>
  );
}

it("hides columns, and this browser remembers", async () => {
  const page = (
    <>
      <ColumnsMenu tiers={false} />
      <Headings tiers={false} />
    </>
  );
  const { unmount } = show(page);
  await userEvent.click(screen.getByRole("button", { name: /^Columns/ }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Type" }));
  expect(screen.queryByRole("checkbox", { name: "Segment" })).toBeNull();
  expect(screen.getByText(/^Segment, Tablespace, Size/)).toBeVisible();
  unmount();
  show(page);
  expect(screen.getByText(/^Segment, Tablespace, Size/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Columns (1 hidden)" }));
  await userEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(screen.getByText(/^Segment, Type, Tablespace, Size/)).toBeVisible();
});

it("has a tier where several are asked for", () => {
  show(<Headings tiers />);
  expect(screen.getByText(/Tablespace, Tier, Size/)).toBeVisible();
});
