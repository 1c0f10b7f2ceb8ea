import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { anEvidence } from "@/test/builders";
import { show } from "@/test/show";
import { SourceButton } from "./source-button";

it.each([
  ["no evidence", undefined],
  ["an empty list", []],
  ["a row of an unnamed file", [anEvidence({ source: null })]],
])("offers no way where there is %s", (_case, evidence) => {
  show(<SourceButton of="DB time" evidence={evidence} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  ["fills in the column where the evidence has none", null, "time_s"],
  ["keeps the column the evidence names", "waits", "waits"],
])("opens the rows of a figure and %s", async (_case, column, asked) => {
  const open = vi.fn();
  show(
    <SourceButton of="log file sync" evidence={[anEvidence({ column })]} field="time_s" />,
    open,
  );
  await userEvent.click(screen.getByRole("button", { name: "Source of log file sync" }));
  expect(open).toHaveBeenCalledWith("log file sync", [anEvidence({ column: asked })]);
});
