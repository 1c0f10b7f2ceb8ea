import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { PlanComment, PlanUnderReview } from "@/api/plans";
import type { PlanDocument } from "@/api/types";
import {
  aPlan,
  aPlanRevision,
  aPlanUnderReview as aReview,
  anApproval,
  planActions as actions,
} from "@/test/builders";
import { answer, refusal, requests } from "@/test/server";
import { show } from "@/test/show";
import { PlanReview } from "./plan-review";

const AT = "2026-11-25T10:00:00.000Z";
const DIGEST = "4".repeat(64);
const PATH = "/api/v1/plans/pln_1";
const GIB = 1024 ** 3;

/** The server keeps one plan, as the tests go on with it; a revision is what it stores. */
function kept(plan: PlanUnderReview, document: PlanDocument = aPlan()) {
  const now = { plan };
  answer(`GET ${PATH}`, () => ({ body: now.plan }));
  for (const { number } of plan.revisions)
    answer(`GET ${PATH}/revisions/${number}`, { body: document });
  return now;
}

const page = (asked?: number) => show(<PlanReview planId="pln_1" asked={asked} />);

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
  may_resolve: true,
};

const button = (name: string | RegExp) => screen.findByRole("button", { name });
/** What the revision stores is there. */
const read = () => screen.findByTestId("revision-facts", undefined, { timeout: 10_000 });
const posts = () => requests().filter(({ method }) => method === "POST");
const dialog = () => screen.findByRole("dialog");

// jsdom cannot follow the link that starts the download.
beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
  );
});

it("is what the revision stores: its SSD, forecast, placement, steps and scripts", async () => {
  const document = aPlan({
    usable_bytes: 168 * GIB,
    decision: { ...aPlan().decision, forecast: "Saves 12 to 18 % of DB time." },
  });
  kept(aReview({ revision: 2 }), document);
  answer(`GET ${PATH}/revisions/2/bundle`, { body: "zip" });
  answer(`GET ${PATH}/difference`, refusal(404, {}));
  page(2);
  expect(await read()).toHaveTextContent(
    "SSD168 GiB usable (180GB, as stated)On the SSD31 GiB of 168 GiB",
  );
  expect(screen.getByTestId("revision-forecast")).toHaveTextContent("Saves 12 to 18 %");
  expect(screen.getByTestId("revision-tag")).toHaveTextContent("revision 2, the current one");
  const placement = within(screen.getByRole("region", { name: "Placement" }));
  expect(placement.getByRole("row", { name: /SSD_DATA SSD 0 B 30 GiB/ })).toBeVisible();
  expect(screen.getByText("Moves tables.")).toBeVisible();
  await userEvent.click(await button("Download the scripts of revision 2"));
  expect(await screen.findByText(/segtier-pln_1-r2.zip is downloaded/)).toBeVisible();
  const asked = requests().map(({ url }) => new URL(url).pathname);
  expect(asked).toContain(`${PATH}/revisions/2/bundle`);
  expect(asked.filter((path) => !path.startsWith("/api/v1/plans/"))).toEqual([]);
});

it("says where nobody stated an SSD", async () => {
  kept(aReview({ revisions: [aPlanRevision({ question: {} as never })] }));
  page();
  expect(await read()).toHaveTextContent("430 GiB usable (assumed: nobody stated an SSD) assumed");
});

it("shows an older revision to read only, with the way to the current one", async () => {
  kept(aReview({ revision: 2, state: "in-review", actions: actions("approve", "reject") }));
  page(1);
  const notice = await screen.findByRole("note");
  expect(notice).toHaveTextContent("This is revision 1, not the current one.");
  expect(within(notice).getByRole("link")).toHaveAttribute("href", "/plans/pln_1?revision=2");
  expect(await button("Download the scripts of revision 1")).toBeEnabled();
  expect(screen.queryByRole("button", { name: /^(Approve|Reject|Comment)/ })).toBeNull();
  expect(screen.getByTestId("plan-state")).toHaveTextContent("Replaced by a later revision");
});

it("has no page for a revision that is not there", async () => {
  kept(aReview());
  page(9);
  expect(await screen.findByText("The plan has no revision 9.")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("stays at the revision that was opened when somebody makes another, and says so", async () => {
  const now = kept(aReview({ state: "in-review", actions: actions("approve", "reject") }));
  const { client } = page();
  await read();
  expect(await button(/^Approve revision 1, 444444444444/)).toBeEnabled();
  await userEvent.type(screen.getByLabelText("Comment to what you do"), "seen");
  now.plan = aReview({ revision: 2, digest: "5".repeat(64), etag: '"2"', actions: actions() });
  await client.invalidateQueries();
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("al made revision 2 while you read revision 1.");
  expect(screen.getByTestId("revision-tag")).toHaveTextContent("revision 1, not the current one");
  expect(await button("Download the scripts of revision 1")).toBeEnabled();
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  // Checks are of the current revision.
  expect(screen.queryByRole("table", { name: "Checks" })).toBeNull();
});

it("submits with a reason where there are warnings, as the version that was read", async () => {
  const now = kept(aReview());
  answer(`POST ${PATH}/submit`, () => {
    now.plan = aReview({ state: "in-review", etag: '"2"', actions: actions("withdraw") });
    return { body: now.plan };
  });
  page();
  expect(await button("Submit for review")).toBeDisabled();
  const checks = within(screen.getByRole("table", { name: "Checks" }));
  expect(checks.getByRole("row", { name: /needs a reason The advice was not/ })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Why it goes on/), "we know");
  await userEvent.click(await button("Submit for review"));
  expect(await screen.findByText("In review")).toBeVisible();
  expect(posts()[0]?.headers.get("If-Match")).toBe('"1"');
  expect(await posts()[0]?.json()).toEqual({ reason: "we know" });
});

it("approves after a dialog that names what is signed", async () => {
  const now = kept(
    aReview({ state: "in-review", actions: actions("approve", "reject") }),
    aPlan({
      files: [
        { path: "plan.md", sha256: "", bytes: 1_234_000, executable: false, signed: true },
        { path: "plan.html", sha256: "", bytes: 9, executable: false, signed: false },
      ],
    }),
  );
  const approval = anApproval({ forecast_id: "fct_1" });
  answer(`POST ${PATH}/reviews`, () => {
    now.plan = aReview({ state: "approved", approval, actions: actions() });
    return { status: 201, body: now.plan };
  });
  page();
  await read();
  await userEvent.click(await button(/^Approve revision 1/));
  const asked = within(await dialog());
  for (const said of [
    "Approve revision 1?",
    "Best segments on SSD, SHOP",
    "430 GiB usable (180GB, as stated)",
    "31 GiB of 430 GiB",
    "1 file, 1,234,000 bytes",
    DIGEST,
  ])
    expect(asked.getByText(said)).toBeVisible();
  expect(posts()).toHaveLength(0);
  await userEvent.click(asked.getByRole("button", { name: "Approve revision 1" }));
  expect(await screen.findByText(/Approved by rita on 2026-11-25 10:00 UTC/)).toBeVisible();
  expect(await posts()[0]?.json()).toEqual({ verdict: "approve", digest: DIGEST, comment: "" });
  await userEvent.click(screen.getByText("What you cannot do now, and why"));
  expect(screen.getByText("Approve: Not approve now.")).toBeVisible();
});

it("approves what was read when the dialog opened, whatever came meanwhile", async () => {
  const now = kept(aReview({ state: "in-review", actions: actions("approve", "reject") }));
  answer(`POST ${PATH}/reviews`, refusal(412, { code: "changed-since", detail: "It changed." }));
  const { client } = page();
  await read();
  await userEvent.click(await button(/^Approve revision 1/));
  now.plan = aReview({ ...now.plan, etag: '"2"', comments: [A_COMMENT] });
  await client.invalidateQueries();
  expect(await screen.findAllByText("Why this one?")).not.toEqual([]);
  await userEvent.click(within(await dialog()).getByRole("button", { name: "Approve revision 1" }));
  expect(await within(await dialog()).findByText(/Somebody was first/)).toBeVisible();
  expect(posts()[0]?.headers.get("If-Match")).toBe('"1"');
});

it("holds the approval while a comment is open, and leads to it", async () => {
  const because = "1 comment is not resolved, by rita. Resolve every comment first.";
  const held = actions("reject").map((one) =>
    one.action === "approve"
      ? { ...one, refused_because: because, refused_code: "open-comments" }
      : one,
  );
  const done = { ...A_COMMENT, id: "cmt_2", resolved_by: "rob", resolved_at: AT };
  const comment = { ...A_COMMENT, operation: "O001", may_resolve: false };
  const comments = [comment, done];
  kept(aReview({ state: "in-review", actions: held, comments }));
  page();
  expect(await button(/^Approve revision 1/)).toBeDisabled();
  const why = within(screen.getByRole("note", { name: "What holds the approval" }));
  expect(why.getByText("1 comment holds the approval.")).toBeVisible();
  const link = why.getByRole("link", { name: "rita on O001: Why this one?" });
  expect(link).toHaveAttribute("href", "#cmt_1");
  expect(document.getElementById("cmt_1")).toHaveTextContent("Why this one?");
  expect(screen.queryByRole("button", { name: "Resolve the comment of rita" })).toBeNull();
  expect(document.getElementById("cmt_2")).toHaveTextContent(
    "resolved by rob on 2026-11-25 10:00 UTC",
  );
});

it("keeps the text and shows what it is now where somebody was first", async () => {
  const now = kept(aReview({ reason_needed: false }));
  answer(`POST ${PATH}/withdraw`, () => {
    now.plan = aReview({ state: "in-review", etag: '"2"', actions: actions("withdraw") });
    return refusal(412, { code: "changed-since", detail: "The plan was changed since." });
  });
  page();
  await userEvent.type(await screen.findByLabelText("Comment to what you do"), "not now");
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
  page();
  await read();
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

it("leads to a new revision of what the shown one asks", async () => {
  kept(aReview());
  page();
  expect(await screen.findByRole("link", { name: "Make a new revision" })).toHaveAttribute(
    "href",
    "/databases/d1/plan?ssd=180GB&option=segments&revises=pln_1",
  );
});

it("says in words what came of an approval that a new revision dismissed", async () => {
  const approved = anApproval();
  kept(aReview({ revision: 2, history: [approved] }));
  page();
  expect(await screen.findByText(/^rita approved revision 1; .+ dismissed/)).toBeVisible();
});

it("comments on a line of a script, beside it", async () => {
  const file = { path: "settings.sql", sha256: "", bytes: 9, executable: false, signed: true };
  const now = kept(aReview(), aPlan({ steps: [], operations: [], files: [file] }));
  answer(`GET ${PATH}/revisions/1/file`, { body: "DEFINE a\nDEFINE b\n" });
  answer(`POST ${PATH}/comments`, () => {
    const made = { ...A_COMMENT, file: "settings.sql", line: 2, line_text: "DEFINE b" };
    now.plan = aReview({ comments: [made] });
    return { status: 201, body: made };
  });
  page();
  await userEvent.click(await screen.findByText("1 other file"));
  await userEvent.click(await screen.findByText("settings.sql, line by line"));
  await userEvent.type(screen.getByLabelText(/^Say something/), "Who fills this in?");
  await userEvent.type(screen.getByLabelText(/^On which operation/), "settings.sql:2");
  await userEvent.click(await button("Comment"));
  expect(await screen.findByText(/on line 2 of settings.sql, revision 1/)).toBeVisible();
  expect(await screen.findByText("settings.sql, line by line, 1 comment")).toBeVisible();
  expect(await posts().at(-1)?.json()).toEqual({
    text: "Who fills this in?",
    file: "settings.sql",
    line: 2,
  });
});

it("says that the evidence is retired, and what was advised or that it is not kept", async () => {
  const revision = aPlanRevision({ advice: null });
  const now = kept(aReview({ state: "evidence-retired", revisions: [revision] }));
  const { unmount } = page();
  expect(await screen.findByTestId("plan-state")).toHaveTextContent("Evidence retired, revision 1");
  expect(screen.getByTestId("kept-advice")).toHaveTextContent("not kept");
  unmount();
  const option = { response_ratio: { low: 0.3, expected: 0.5, high: 0.7 }, worth_text: "It pays." };
  const advice = { ssd_bytes: 2 ** 40, devices: [], option, wait_events_today: [] };
  now.plan = aReview({
    revisions: [{ ...revision, advice: advice as unknown as typeof revision.advice }],
  });
  page();
  expect(await screen.findByTestId("kept-advice")).toHaveTextContent(
    /for 1\.?0* TiB of SSD: DB time per transaction × .*0\.50.*It pays\./,
  );
});
