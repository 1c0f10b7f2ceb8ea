import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PlanItem } from "@/api/plans";
import { aPlanItem, anApproval } from "@/test/builders";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { WaitingPlans } from "./waiting-plans";

const aPlan = (id: string, part: Partial<PlanItem>): PlanItem =>
  aPlanItem({ id, revision: 2, ...part });

/** Shown, and the answer has come. */
const settled = async () => {
  const { client } = show(<WaitingPlans />);
  await waitFor(() => expect([requests().length, client.isFetching()]).toEqual([1, 0]));
};
const shown = (items: PlanItem[]) => {
  answer("GET /api/v1/plans", { body: { items } });
  return settled();
};

it("tells of plans to approve, then of those to carry out", async () => {
  await shown([
    aPlan("pln_1", { state: "approved", approval: anApproval(), option: "redo", database: "PAY" }),
    aPlan("pln_2", { state: "in-review" }),
  ]);
  const lines = await screen.findAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual([
    "Best segments on SSD, SHOP: revision 2, by al, waits for approval",
    "Redo logs on SSD, PAY: approved by rita on 2026-11-25 10:00 UTC, not marked as carried out",
  ]);
  expect(screen.getByRole("link", { name: "Redo logs on SSD, PAY" }).getAttribute("href")).toBe(
    "/plans/pln_1?revision=2",
  );
});

it("names five and counts the rest", async () => {
  await shown(Array.from({ length: 7 }, (_, n) => aPlan(`pln_${n}`, { state: "in-review" })));
  expect(await screen.findAllByRole("listitem")).toHaveLength(5);
  expect(screen.getByText(/^And 2 plans more/)).toBeDefined();
});

it("asks for plans that wait, and shows nothing where there are none", async () => {
  await shown([]);
  expect(new URL(requests()[0]?.url ?? "").search).toBe("?waiting=true");
  expect(screen.queryByRole("heading")).toBeNull();
});

it("shows nothing to somebody who may not read plans", async () => {
  answer("GET /api/v1/plans", refusal(403, { title: "Not yours", status: 403 }));
  await settled();
  expect(screen.queryByRole("heading")).toBeNull();
});
