import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { someHours } from "@/test/builders";
import { show } from "@/test/show";
import { WindowChoice } from "./window-choice";

describe("which hours", () => {
  it.each([
    ["no hours", null],
    ["no advice yet", undefined],
    ["one interval", someHours({ intervals: 1, used: 1 })],
  ])("is not asked with %s", (_case, hours) => {
    show(<WindowChoice hours={hours} value={undefined} onChange={vi.fn()} />);
    expect(screen.queryByLabelText("Which hours")).toBeNull();
  });

  it.each([
    [undefined, "All, on average", { window: "average" }],
    [undefined, "95th-percentile hour", { window: "p95" }],
    ["average" as const, "Busiest hour", { window: undefined }],
  ])("from %s to %s sets %o", async (value, choice, set) => {
    const onChange = vi.fn();
    show(<WindowChoice hours={someHours()} value={value} onChange={onChange} />);
    await userEvent.selectOptions(screen.getByLabelText("Which hours"), choice);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(set);
  });
});
