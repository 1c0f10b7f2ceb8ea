import type { AuditEntry } from "@/api/audit";
import { plural } from "@/lib/format";

/** What was done, after the name of whoever did it. */
const DONE: Record<string, Record<string, string>> = {
  plan: {
    drafted: "drafted a plan",
    revised: "revised a plan",
    submitted: "submitted a plan",
    approved: "approved a plan",
    rejected: "rejected a plan",
    withdrawn: "withdrew a plan",
    applied: "marked a plan as applied",
    superseded: "superseded a plan",
    commented: "commented on a plan",
    "comment-resolved": "resolved a comment",
    "comment-opened": "opened a comment again",
    deleted: "deleted a plan",
  },
  forecast: {
    sealed: "sealed a forecast",
    scored: "scored a forecast",
    deleted: "deleted a forecast",
  },
  scenario: { deleted: "deleted a scenario" },
  database: { added: "added a database", deleted: "deleted a database" },
  upload: { recorded: "read a file", deleted: "deleted a file" },
  user: {
    added: "added a user",
    "role-changed": "changed a role",
    removed: "removed a user",
    "password-set": "set a password",
    "signed-in-by-oidc": "signed in with the organisation",
    "shut-out-by-oidc": "was shut out by the organisation",
  },
  token: { made: "made a token", revoked: "revoked a token" },
  webhook: {
    added: "added a webhook",
    changed: "changed a webhook",
    removed: "removed a webhook",
    "secret-rotated": "made a new webhook secret",
    tested: "tested a webhook",
  },
  clock: { trusted: "trusted the clock again" },
  inventory: { taken: "took an inventory" },
};

const NOUNS: Record<string, string> = {
  plan: "Plans",
  forecast: "Forecasts",
  scenario: "Scenarios",
  database: "Databases",
  upload: "Files",
  user: "Users and passwords",
  token: "Tokens",
  webhook: "Webhooks",
  clock: "The clock",
  inventory: "Inventories",
};

/** "approved a plan"; of a version that knows more, its own name. */
export function doneWords(action: string): string {
  const [noun = "", what = ""] = action.split(".");
  return DONE[noun]?.[what] ?? action;
}

const begun = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** What the trail can be narrowed to: all of a kind, or one action. `kept` is what the address says already. */
export function choices(kept: string | undefined) {
  const groups = Object.entries(DONE).map(([noun, actions]) => ({
    group: NOUNS[noun] ?? noun,
    items: [
      { value: noun, label: `${NOUNS[noun] ?? noun}: everything` },
      ...Object.entries(actions).map(([what, words]) => ({
        value: `${noun}.${what}`,
        label: begun(words),
      })),
    ],
  }));
  const known = groups.some(({ items }) => items.some(({ value }) => value === kept));
  const other = kept === undefined || known ? [] : [{ value: kept, label: kept }];
  return [{ value: "", label: "Everything" }, ...other, ...groups];
}

/** Parts of the detail that tell at a glance what it was about, in their order. */
const TELLING = ["name", "file", "option", "from", "to", "role", "receiver", "because", "said"];

/** Its subject where the detail tells nothing at a glance. */
export function gist({ detail, subject }: Pick<AuditEntry, "detail" | "subject">): string {
  const { revision, uploads, members } = detail;
  const files = Object.keys(Object(uploads ?? members)).length;
  const told = TELLING.map((key) => detail[key]).filter(
    (value): value is string => typeof value === "string" && value !== "",
  );
  const counted = [
    ...(typeof revision === "number" ? [`revision ${revision}`] : []),
    ...(files > 1 ? [plural(files, "file")] : []),
  ];
  return [...told, ...counted].join(" · ") || subject;
}

/** Every part of the detail as text, for whoever wants all of it. */
export const parts = ({ detail }: Pick<AuditEntry, "detail">): [string, string][] =>
  Object.entries(detail).map(([key, value]) => [
    key.replaceAll("_", " "),
    typeof value === "string" ? value : JSON.stringify(value),
  ]);

/** "2026-03-01 12:00:07": to the second, for entries are compared with other logs. */
export const secondOf = (iso: string): string =>
  iso.slice(0, "2026-03-01T12:00:07".length).replace("T", " ");
