import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { show } from "@/test/show";
import { Term } from "./term";

it.each([
  ["the mouse", () => userEvent.hover(screen.getByText("the knee"))],
  ["the keyboard", () => userEvent.tab()],
])("a word is explained to %s", async (_, come) => {
  show(<Term word="knee">the knee</Term>);
  expect(screen.queryByRole("tooltip")).toBeNull();
  await come();
  expect(await screen.findByRole("tooltip")).toHaveTextContent(/curve of gain against SSD/);
});
