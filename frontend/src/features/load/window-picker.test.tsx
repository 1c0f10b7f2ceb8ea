import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { showInCase } from "@/test/show";
import { type Picked, WindowPicker } from "./window-picker";

function Picking({ first }: { first: Picked }) {
  const [picked, setPicked] = useState(first);
  return <WindowPicker picked={picked} onPick={setPicked} />;
}

const NINE = "2026-03-02T09:00";
const TEN = "2026-03-02T10:00";
const USE = "Use these hours for the answer";
const COMPARE = "Compare with these hours";

it.each([
  [{ from: NINE, to: TEN }, USE, { hours_from: NINE, hours_to: TEN }],
  [{ from: NINE, to: "" }, USE, { hours_from: NINE, hours_to: undefined }],
  [{ from: NINE, to: TEN }, COMPARE, { after_from: NINE, after_to: TEN }],
  [{ from: "", to: TEN }, COMPARE, { after_from: undefined, after_to: TEN }],
])("%o: %s", async (picked, button, part) => {
  const change = vi.fn();
  showInCase(<Picking first={picked} />, { change });
  await userEvent.click(screen.getByRole("button", { name: button }));
  expect(change).toHaveBeenCalledExactlyOnceWith(part);
});

it("takes what is typed, with Enter for the answer", async () => {
  const change = vi.fn();
  showInCase(<Picking first={{ from: "", to: "" }} />, { change });
  const to = screen.getByLabelText("Window to");
  fireEvent.change(screen.getByLabelText("Window from"), { target: { value: NINE } });
  fireEvent.change(to, { target: { value: TEN } });
  fireEvent.submit(to);
  expect(change).toHaveBeenCalledExactlyOnceWith({ hours_from: NINE, hours_to: TEN });
});

it.each([
  [{ from: TEN, to: NINE }, "The window ends before it begins."],
  [{ from: "", to: "" }, "Say from when or to when."],
])("refuses %o", async (picked, words) => {
  const change = vi.fn();
  showInCase(<Picking first={picked} />, { change });
  await userEvent.click(screen.getByRole("button", { name: COMPARE }));
  expect(screen.getByText(words)).toBeVisible();
  expect(change).not.toHaveBeenCalled();
});
