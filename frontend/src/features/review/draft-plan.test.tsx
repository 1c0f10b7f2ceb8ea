import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { PlanRequest } from "@/api/plan";
import { aPlanItem, aPlanRevision, aPlanUnderReview } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { show } from "@/test/show";
import { pageOf, ssdWords, targetsOf } from "./asked";
import { DraftPlan } from "./draft-plan";
import { PlansOfDatabase } from "./plans-of-database";

const request: PlanRequest = {
  databaseId: "d1",
  option: "segments",
  override: false,
  targets: { data_tablespace: "FAST" },
  params: { ssd: "700GB" },
};
const sent = async () => requests().find(({ method }) => method === "POST");
const button = (name: string | RegExp) => screen.getByRole("button", { name });

it("drafts what is set", async () => {
  answer("POST /api/v1/databases/d1/plans", { status: 201, body: aPlanUnderReview() });
  show(<DraftPlan request={request} disabled={false} revises={undefined} />);
  await userEvent.click(button("Draft this plan for review"));
  await vi.waitFor(() => expect(requests()).toHaveLength(1));
  expect(await (await sent())?.json()).toEqual({
    ssd: "700GB",
    data_tablespace: "FAST",
    override: false,
    note: "",
    option: "segments",
  });
});

it("makes the next revision of the plan the page began with", async () => {
  const plan = aPlanUnderReview({ etag: '"7"' });
  answer("POST /api/v1/plans/pln_1/revisions", { status: 201, body: plan });
  show(<DraftPlan request={request} disabled={false} revises={{ plan, from: aPlanRevision() }} />);
  await userEvent.click(button("Make revision 2 of what is set here"));
  await vi.waitFor(() => expect(requests()).toHaveLength(1));
  expect((await sent())?.headers.get("If-Match")).toBe('"7"');
});

it.each([
  ["another option", { option: "indexes" }, /choose All indexes on SSD on the Options tab first/],
  ["a revision made meanwhile", { revision: 2 }, /Revision 2 was made meanwhile/],
])("makes none of %s, and says why", (_, part, why) => {
  const plan = aPlanUnderReview(part);
  show(<DraftPlan request={request} disabled={false} revises={{ plan, from: aPlanRevision() }} />);
  expect(button(/^Make revision/)).toBeDisabled();
  expect(document.body).toHaveTextContent(why);
});

it("names what the page cannot state of a question asked over REST", () => {
  const from = aPlanRevision({ question: { device: "p420m", count: 5000 } as never });
  const revises = { plan: aPlanUnderReview(), from };
  show(<DraftPlan request={request} disabled={false} revises={revises} />);
  expect(screen.getByText("This page cannot state count.")).toBeVisible();
});

it("lists the plans of a database with the way to each revision", async () => {
  const items = [aPlanItem({ revision: 3, state: "in-review", open_comments: 2 })];
  answer("GET /api/v1/plans", { body: { items } });
  show(<PlansOfDatabase databaseId="d1" />);
  const link = await screen.findByRole("link", { name: "Best segments on SSD, revision 3" });
  expect(link).toHaveAttribute("href", "/plans/pln_1?revision=3");
  expect(link.closest("li")).toHaveTextContent(/In review, 2 open comments$/);
});

it.each([
  [{ ssd: "180GB" }, "180GB, as stated", { ssd: "180GB" }],
  [
    { device: "p420m", count: 2, mirrored: true },
    "2 × p420m, mirrored",
    { device: "p420m", count: 2, mirrored: true },
  ],
  [{}, "assumed: nobody stated an SSD", {}],
  [null, "stated in another version of Segtier", {}],
])("of the question %o says the SSD, and asks it on the page", (question, words, params) => {
  const revision = aPlanRevision({ question: question as never });
  expect(ssdWords(revision)).toBe(words);
  expect(pageOf(revision)).toEqual({ params, left: [] });
});

it("keeps the names of an instance on Amazon RDS, and only what is told of it", () => {
  const { targets } = aPlanRevision();
  expect(targetsOf({ targets })).not.toHaveProperty("rds_volume");
  const rds = { ...targets.rds, instance: "shop-1", iops: 12_000 };
  expect(targetsOf({ targets: { ...targets, target: "rds", rds } })).toMatchObject({
    data_tablespace: "SSD_DATA",
    rds_instance: "shop-1",
    rds_iops: 12_000,
  });
});
