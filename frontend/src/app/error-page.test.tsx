import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "@/test/show";
import { ErrorPage } from "./error-page";

it.each([
  "Failed to fetch dynamically imported module: http://host/assets/load-tab-1.js",
  "error loading dynamically imported module: http://host/assets/load-tab-1.js",
  "Importing a module script failed.",
])("where a part cannot be fetched it offers to load the page anew: %s", (message) => {
  show(<ErrorPage error={new TypeError(message)} reset={vi.fn()} />);
  expect(screen.getByRole("heading")).toHaveTextContent("could not be loaded");
  expect(screen.getByRole("button", { name: "Load the page anew" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("else tries the part again", () => {
  show(<ErrorPage error={new Error("x is undefined")} reset={vi.fn()} />);
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.getByText(/x is undefined/)).toBeVisible();
});
