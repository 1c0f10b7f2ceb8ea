import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { PlanComment, PlanUnderReview } from "@/api/plans";
import { aPlanItem, anApproval } from "@/test/builders";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { ReviewPanel } from "./review-panel";

const AT = "2026-11-25T10:00:00.000Z";
const DIGEST = "4".repeat(64);
const PATH = "/api/v1/plans/pln_1";
const request = {
  databaseId: "d1",
  option: "segments" as const,
  override: false,
  targets: { data_tablespace: "FAST" },
  params: { ssd: "700GB" },
};
const actions = (...open: string[]): PlanUnderReview["actions"] =>
  (["revise", "submit", "withdraw", "approve", "reject", "mark-applied"] as const).map(
    (action) => ({
      action,
      open: open.includes(action),
      refused_because: open.includes(action) ? null : `Not ${action} now.`,
    }),
  );

const aReview = (part: Partial<PlanUnderReview> = {}): PlanUnderReview => ({
  ...aPlanItem(),
  actions: actions("revise", "submit", "withdraw"),
  checks: [
    { code: "advised", level: "warning", text: "The advice was not to do this." },
    { code: "room", level: "passed", text: "It needs 1 GiB of 2 GiB." },
  ],
  reason_needed: true,
  revisions: [],
  history: [],
  comments: [],
  ...part,
});

/** The server keeps one plan, as the tests go on with it. */
function kept(plan: PlanUnderReview) {
  const now = { plan };
  answer("GET /api/v1/plans", () => ({ body: { items: [now.plan] } }));
  answer(`GET ${PATH}`, () => ({ body: now.plan }));
  return now;
}

const A_COMMENT: PlanComment = {
  id: "cmt_1",
  revision: 1,
  operation: null,
  file: null,
  line: null,
  line_text: null,
  outdated: false,
  text: "Why this one?",
  author_id: "usr_rita",
  author_name: "rita",
  at: AT,
  resolved_by: null,
  resolved_at: null,
};

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const lastPost = () => requests().findLast(({ method }) => method === "POST");

it("drafts what is set, and shows where it stands", async () => {
  const now = { items: [] as PlanUnderReview[] };
  answer("GET /api/v1/plans", () => ({ body: now }));
  answer(`GET ${PATH}`, { body: aReview() });
  answer("POST /api/v1/databases/d1/plans", () => {
    now.items = [aReview()];
    return { status: 201, body: aReview() };
  });
  show(<ReviewPanel request={request} disabled={false} />);
  await userEvent.click(await button("Draft this plan for review"));
  expect(await screen.findByTestId("plan-state")).toHaveTextContent("Draft, revision 1");
  const drafted = requests().find(({ url }) => url.endsWith("/databases/d1/plans"));
  expect(await drafted?.json()).toEqual({
    ssd: "700GB",
    data_tablespace: "FAST",
    override: false,
    note: "",
    option: "segments",
  });
});

it("submits with a reason where there are warnings, as the version that was read", async () => {
  const now = kept(aReview());
  answer(`POST ${PATH}/submit`, () => {
    now.plan = aReview({ state: "in-review", etag: '"2"', actions: actions("withdraw") });
    return { body: now.plan };
  });
  show(<ReviewPanel request={request} disabled={false} />);
  expect(await button("Submit for review")).toBeDisabled();
  const checks = within(screen.getByRole("table", { name: "Checks" }));
  expect(checks.getByRole("row", { name: /needs a reason The advice was not/ })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Why it goes on/), "we know");
  await userEvent.click(await button("Submit for review"));
  expect(await screen.findByText("In review")).toBeVisible();
  expect(lastPost()?.headers.get("If-Match")).toBe('"1"');
  expect(await lastPost()?.json()).toEqual({ reason: "we know" });
});

it("approves the digest that is shown, and says why the author cannot", async () => {
  const now = kept(aReview({ state: "in-review", actions: actions("approve", "reject") }));
  const approval = anApproval({ forecast_id: "fct_1" });
  answer(`POST ${PATH}/reviews`, () => {
    now.plan = aReview({ state: "approved", approval, actions: actions() });
    return { status: 201, body: now.plan };
  });
  show(<ReviewPanel request={request} disabled={false} />);
  await userEvent.click(await button("Approve revision 1, 444444444444"));
  expect(await screen.findByText(/Approved by rita on 2026-11-25 10:00 UTC/)).toBeVisible();
  expect(await lastPost()?.json()).toEqual({ verdict: "approve", digest: DIGEST, comment: "" });
  await userEvent.click(screen.getByText("What you cannot do now, and why"));
  expect(screen.getByText("Approve: Not approve now.")).toBeVisible();
});

it("keeps the text and shows what it is now where somebody was first", async () => {
  const now = kept(aReview({ reason_needed: false }));
  answer(`POST ${PATH}/withdraw`, () => {
    now.plan = aReview({ state: "in-review", etag: '"2"', actions: actions("withdraw") });
    return refusal(412, { code: "changed-since", detail: "The plan was changed since." });
  });
  show(<ReviewPanel request={request} disabled={false} />);
  const text = await screen.findByLabelText("Comment to what you do");
  await userEvent.type(text, "not now");
  await userEvent.click(await button("Withdraw"));
  expect(await screen.findByText(/Somebody was first/)).toBeVisible();
  expect(await screen.findByText("In review")).toBeVisible();
  expect(screen.getByLabelText("Comment to what you do")).toHaveValue("not now");
});

it("shows what a revision changes, and comments that are outdated", async () => {
  const comment = { ...A_COMMENT, operation: "O001", outdated: true };
  kept(aReview({ revision: 2, comments: [comment] }));
  answer(`GET ${PATH}/difference`, {
    body: {
      before: 1,
      after: 2,
      placement: {
        came: [],
        went: ["SHOP.BASKETS"],
        bytes_before: 30,
        bytes_after: 20,
        text: "-1 segment, -10 B",
      },
      settings: [{ name: "exclude", before: null, after: ["SHOP.BASKETS"] }],
      files: [{ path: "plan.md", change: "changed", diff: "-old\n+new" }],
    },
  });
  answer(`PATCH ${PATH}/comments/cmt_1`, { body: comment });
  show(<ReviewPanel request={request} disabled={false} />);
  expect(await screen.findByText("-1 segment, -10 B")).toBeVisible();
  expect(screen.getByText(/No longer: SHOP.BASKETS/)).toBeVisible();
  expect(screen.getByText(/exclude: not stated → SHOP.BASKETS/)).toBeVisible();
  await userEvent.click(screen.getByText("plan.md, changed"));
  expect(screen.getByText(/-old/)).toBeVisible();
  expect(
    screen.getByText(/on O001 of an earlier revision, which is no longer there, revision 1/),
  ).toBeVisible();
  await userEvent.click(await button(/^Resolve/));
  const patched = requests().find(({ method }) => method === "PATCH");
  expect(await patched?.json()).toEqual({ resolved: true });
});

it("opens a plan of another option than the one shown, which it cannot revise", async () => {
  kept(aReview({ option: "indexes" }));
  show(<ReviewPanel request={request} disabled={false} />);
  expect(await screen.findByTestId("plan-state")).toHaveTextContent("All indexes on SSD");
  expect(await button(/^Make a new revision/)).toBeDisabled();
  expect(screen.getByText(/choose All indexes on SSD on the Options tab first/)).toBeVisible();
});

it("shows nothing where there is neither a plan nor a way to draft one", async () => {
  answer("GET /api/v1/plans", { body: { items: [] } });
  const { container } = show(<ReviewPanel request={request} disabled draftable={false} />);
  await vi.waitFor(() => expect(requests()).toHaveLength(1));
  expect(container.querySelector("section")).toBeNull();
});

it("says in words what came of an approval that a new revision dismissed", async () => {
  const approved = anApproval();
  kept(aReview({ revision: 2, history: [approved] }));
  show(<ReviewPanel request={request} disabled={false} />);
  expect(await screen.findByText(/^rita approved revision 1; .+ dismissed/)).toBeVisible();
});

it("comments on a line of a script, beside it", async () => {
  const now = kept(aReview());
  answer(`GET ${PATH}/revisions/1`, {
    body: { steps: [], operations: [], files: [{ path: "settings.sql", signed: true }] },
  });
  answer(`GET ${PATH}/revisions/1/file`, { body: "DEFINE a\nDEFINE b\n" });
  answer(`POST ${PATH}/comments`, () => {
    const made = { ...A_COMMENT, file: "settings.sql", line: 2, line_text: "DEFINE b" };
    now.plan = aReview({ comments: [made] });
    return { status: 201, body: made };
  });
  show(<ReviewPanel request={request} disabled={false} />);
  await userEvent.click(await screen.findByText(/^What revision 1 does/));
  await userEvent.click(await screen.findByText("1 other file"));
  await userEvent.click(await screen.findByText("settings.sql, line by line"));
  await userEvent.type(screen.getByLabelText(/^Say something/), "Who fills this in?");
  await userEvent.type(screen.getByLabelText(/^On which operation/), "settings.sql:2");
  await userEvent.click(await button("Comment"));
  expect(await screen.findByText(/on line 2 of settings.sql, revision 1/)).toBeVisible();
  expect(await screen.findByText("settings.sql, line by line, 1 comment")).toBeVisible();
  expect(await lastPost()?.json()).toEqual({
    text: "Who fills this in?",
    file: "settings.sql",
    line: 2,
  });
});

it("says that the evidence is retired, and what was advised or that it is not kept", async () => {
  const revision = {
    number: 1,
    digest: DIGEST,
    question: null,
    override: false,
    inputs: [],
    engine_version: "1",
    note: "",
    author_id: "usr_al",
    author_name: "al",
    created_at: AT,
    advice: null,
  } as unknown as PlanUnderReview["revisions"][number];
  const now = kept(aReview({ state: "evidence-retired", revisions: [revision] }));
  const { unmount } = show(<ReviewPanel request={request} disabled={false} />);
  expect(await screen.findByTestId("plan-state")).toHaveTextContent("Evidence retired, revision 1");
  expect(screen.getByTestId("kept-advice")).toHaveTextContent("not kept");
  unmount();
  const option = { response_ratio: { low: 0.3, expected: 0.5, high: 0.7 }, worth_text: "It pays." };
  const advice = { ssd_bytes: 2 ** 40, devices: [], option, wait_events_today: [] };
  now.plan = aReview({
    revisions: [{ ...revision, advice: advice as unknown as typeof revision.advice }],
  });
  show(<ReviewPanel request={request} disabled={false} />);
  expect(await screen.findByTestId("kept-advice")).toHaveTextContent(
    /for 1\.?0* TiB of SSD: DB time per transaction × .*0\.50.*It pays\./,
  );
});
