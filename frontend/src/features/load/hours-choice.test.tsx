import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { aPoint, aTimeline } from "@/test/builders";
import { showInCase } from "@/test/show";
import { HoursChoice } from "./hours-choice";

const points = [9, 10, 11].map((hour) =>
  aPoint({
    begin_time: `2026-03-02T${String(hour).padStart(2, "0")}:00:17`,
    end_time: `2026-03-02T${hour + 1}:00:17`,
    used: hour === 10,
  }),
);

describe("which hours", () => {
  it("is not asked where there is one interval", () => {
    showInCase(<HoursChoice timeline={aTimeline({ points: points.slice(1, 2) })} />);
    expect(screen.queryByLabelText("Which hours")).toBeNull();
  });

  it.each([
    ["Which hours", "average", { window: "average" }],
    ["Which hours", "busy", { window: undefined }],
    ["From", "0", { hours_from: "2026-03-02T09:00", hours_to: "2026-03-02T11:00" }],
    ["To", "2", { hours_from: "2026-03-02T10:00", hours_to: "2026-03-02T12:00" }],
    ["To", "0", { hours_from: "2026-03-02T09:00", hours_to: "2026-03-02T10:00" }],
  ])("%s %s", async (label, value, part) => {
    const change = vi.fn();
    showInCase(<HoursChoice timeline={aTimeline({ points })} />, {
      change,
      state: { window: "p95" },
    });
    await userEvent.selectOptions(screen.getByLabelText(label), value);
    expect(change).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(part));
  });

  it("leads back from stated hours", async () => {
    const change = vi.fn();
    const state = { hours_from: "2026-03-02T09:00" };
    showInCase(<HoursChoice timeline={aTimeline({ points })} />, { change, state });
    await userEvent.click(screen.getByRole("button", { name: "Back to the busiest usual hour" }));
    expect(change).toHaveBeenCalledExactlyOnceWith({ hours_from: undefined, hours_to: undefined });
  });
});
