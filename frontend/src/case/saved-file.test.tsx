import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Answer } from "@/features/answer/answer";
import { CapacityControl } from "@/features/header/capacity";
import { DatabaseHeader } from "@/features/header/database-header";
import { SessionsPanel } from "@/features/load/sessions-panel";
import { MeasuredAnswer } from "@/features/measured/measured-answer";
import { CASE_ELEMENT } from "@/lib/offline";
import { aComparison, aDatabaseItem, aTimeline, anAdvice } from "@/test/builders";
import { answer } from "@/test/server";
import { showInCase } from "@/test/show";

const saved = document.createElement("script");
saved.type = "application/json";
saved.id = CASE_ELEMENT;

beforeEach(() => document.head.append(saved));
afterEach(() => saved.remove());

it("says how much SSD there is, and has no slider for it", () => {
  showInCase(<CapacityControl />, { params: { ssd: "150GB" }, state: { ssd: "150GB" } });
  expect(screen.getByRole("group", { name: "Available SSD" })).toHaveTextContent(/^SSD: 150 GB$/);
  expect(screen.queryByRole("slider")).toBeNull();
});

it("offers no scripts and no volumes", () => {
  showInCase(<Answer advice={anAdvice()} />);
  expect(screen.getByText(/Read the plan/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Get scripts" })).toBeNull();
  expect(screen.queryByText(/^Rent volumes/)).toBeNull();
});

it("has no scripts in its header either", () => {
  showInCase(<DatabaseHeader />);
  expect(screen.queryByRole("link", { name: "Get scripts" })).toBeNull();
});

it("takes no other hours", () => {
  showInCase(<SessionsPanel advice={anAdvice()} timeline={aTimeline()} />);
  expect(screen.queryByRole("button", { name: "Use these hours for the answer" })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Which hours" })).toBeNull();
});

it("judges what was judged when it was saved", async () => {
  answer("GET /api/v1/databases/db_1/comparison", { body: aComparison() });
  showInCase(<MeasuredAnswer advice={anAdvice()} />, {
    database: aDatabaseItem({ after_reports: 1 }),
  });
  expect(await screen.findByLabelText(/^Applied option/)).toBeDisabled();
});
