import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { AuditEntry, AuditVerdict } from "@/api/audit";
import { answer, requests } from "@/test/server";
import { show } from "@/test/show";
import { Entries } from "./entries";
import { VerifyTrail } from "./verify-trail";
import { choices, doneWords, gist } from "./words";

const anEntry = (part: Partial<AuditEntry> = {}): AuditEntry => ({
  sequence: 7,
  at: "2026-03-01T12:00:07.000Z",
  actor_id: "usr_1",
  actor_name: "rita",
  action: "plan.approved",
  subject: "pln_1",
  detail: { database_id: "db_1", option: "redo", revision: 2, said: "fine" },
  previous: "0".repeat(64),
  digest: "ab".repeat(32),
  ...part,
});

const HOLDS: AuditVerdict = {
  holds: true,
  entries: 12,
  head: "cd".repeat(32),
  fault: null,
  sealed: 1,
  altered: [],
  plans: 2,
  altered_plans: [],
  databases: 3,
  uploads: 4,
  unexplained: [],
};

it("says who did what to which, and all of the detail on request", async () => {
  const onWho = vi.fn<(name: string) => void>();
  show(<Entries entries={[anEntry()]} onWho={onWho} />);
  const line = within(screen.getByRole("listitem"));
  expect(line.getByText("2026-03-01 12:00:07")).toBeVisible();
  expect(line.getByText("redo · fine · revision 2")).toBeVisible();
  expect(screen.getByRole("listitem")).toHaveTextContent("rita approved a plan");
  expect(line.getByRole("link", { name: "pln_1", hidden: true })).toHaveAttribute(
    "href",
    "/plans/pln_1",
  );
  await userEvent.click(line.getByRole("button", { name: "rita" }));
  expect(onWho).toHaveBeenCalledWith("rita");
});

it.each([
  [{ detail: { uploads: { upl_1: "ab" } }, subject: "upl_1" }, "upl_1"],
  [{ detail: { uploads: { upl_1: "ab", upl_2: "cd" } }, subject: "upl_1" }, "2 files"],
  [{ detail: { name: "vera", from: "viewer", to: "admin" } }, "vera · viewer · admin"],
  [{ detail: { from: { active: true } }, subject: "whk_1" }, "whk_1"],
] as [Partial<AuditEntry>, string][])("%j is about %s", (part, words) => {
  expect(gist(anEntry(part))).toBe(words);
});

it("keeps the name of an action that it does not know", () => {
  expect(doneWords("moon.landed")).toBe("moon.landed");
  expect(choices("moon.landed")).toContainEqual({ value: "moon.landed", label: "moon.landed" });
  expect(choices("plan.approved")[1]).toMatchObject({ group: "Plans" });
});

const verified = async (verdict: AuditVerdict, onEntry = vi.fn<(at: number) => void>()) => {
  answer("GET /api/v1/audit/verdict", { body: verdict });
  show(<VerifyTrail onEntry={onEntry} />);
  await userEvent.click(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Verify" })).toBeEnabled());
  return onEntry;
};

it("says that the trail holds, with the head to note", async () => {
  await verified(HOLDS);
  expect(await screen.findByText(/The trail holds/)).toBeVisible();
  expect(screen.getByText(HOLDS.head)).toBeVisible();
  expect(screen.getByText(/3 databases, 4 uploads, 2 plans, 1 sealed forecast/)).toBeVisible();
});

it("holds it against a head that was noted", async () => {
  answer("GET /api/v1/audit/verdict", { body: HOLDS });
  show(<VerifyTrail onEntry={() => undefined} />);
  await userEvent.type(screen.getByLabelText(/A head you noted/), ` ${HOLDS.head} {Enter}`);
  await screen.findByText(/The trail holds/);
  expect(new URL(requests()[0]?.url ?? "").search).toBe(`?head=${HOLDS.head}`);
});

it("says where it breaks, leads there, and names all that is not as it says", async () => {
  const onEntry = await verified({
    ...HOLDS,
    holds: false,
    fault: { sequence: 5, reason: "entry 5 was changed after it was written" },
    unexplained: [{ kind: "upload", id: "upl_9", reason: "the audit trail has no entry for it" }],
  });
  expect(await screen.findByText(/breaks at entry 5: entry 5 was changed/)).toBeVisible();
  expect(screen.queryByText(/The trail holds/)).toBeNull();
  expect(screen.getByText("Upload upl_9: the audit trail has no entry for it.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show entry 5" }));
  expect(onEntry).toHaveBeenCalledWith(5);
});
