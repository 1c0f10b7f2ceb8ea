import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { show } from "@/test/show";
import { RefusedFields } from "./refused-fields";

const WHY = "capacity 'lots' is not a size";

function refused() {
  const onChange = vi.fn();
  show(
    <RefusedFields
      refused={{ ssd: WHY, price: "said of what the address does not state" }}
      state={{ ssd: "lots", users: 5 }}
      onChange={onChange}
    />,
  );
  return onChange;
}

it("shows each field that is at fault with what is said of it", () => {
  refused();
  const fields = screen.getAllByRole("textbox");
  expect(fields).toHaveLength(1);
  expect(fields[0]).toHaveValue("lots");
  expect(fields[0]).toHaveAccessibleDescription(expect.stringContaining(WHY));
});

it("takes another value", async () => {
  const onChange = refused();
  const field = screen.getByRole("textbox");
  await userEvent.clear(field);
  await userEvent.type(field, "700GB{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ssd: "700GB" });
});

it("leaves it out", async () => {
  const onChange = refused();
  await userEvent.click(screen.getByRole("button", { name: "Leave it out" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ssd: undefined });
});
