import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "@/test/show";
import { Value } from "./value";

it("says why a figure is missing", () => {
  show(<Value>—</Value>);
  expect(screen.getByTitle("not in this report")).toHaveTextContent("not in this report");
});

it("shows a figure as it is", () => {
  show(<Value>8.8 ms</Value>);
  expect(screen.getByText("8.8 ms")).toBeVisible();
});
