import type { Role, Scope } from "@/api/accounts";

export const ROLES: { value: Role; label: string; may: string }[] = [
  { value: "viewer", label: "Viewer", may: "reads reports, advice and plans" },
  { value: "analyst", label: "Analyst", may: "also uploads, keeps scenarios and writes plans" },
  { value: "reviewer", label: "Reviewer", may: "also approves plans and reads the audit trail" },
  { value: "admin", label: "Admin", may: "also adds and removes users and webhooks" },
];

/** What a token may do, in words; `admin` is not among them: no token may make users or tokens. */
export const TOKEN_SCOPES: Partial<Record<Scope, string>> = {
  "reports:read": "Read reports and advice",
  "plans:read": "Read plans and their scripts",
  "uploads:write": "Upload and delete files",
  "scenarios:write": "Keep scenarios",
  "plans:write": "Write plans",
  "plans:review": "Approve and reject plans",
  "audit:read": "Read the audit trail",
};

export const dayOf = (iso: string): string => iso.slice(0, "2026-01-01".length);
