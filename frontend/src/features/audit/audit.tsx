import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { meQuery } from "@/api/accounts";
import { auditQuery } from "@/api/audit";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { lackingWords, useLacking } from "@/features/accounts/allowed";
import type { AuditState } from "@/lib/audit-state";
import { compact } from "@/lib/page-state";
import { Entries } from "./entries";
import { AuditFilter } from "./filter";
import { VerifyTrail } from "./verify-trail";

/** Who did what, when, and whether the record of it holds; for reviewers and admins. */
export function Audit() {
  const me = useQuery(meQuery);
  const role = useLacking("audit:read");
  return (
    <div className="stack">
      <h1>Audit trail</h1>
      {me.isError && <ProblemNotice problem={asProblem(me.error)} />}
      {me.data && (role ? <p>{lackingWords(role, "read the audit trail")}</p> : <Trail />)}
    </div>
  );
}

function Trail() {
  const state: AuditState = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: Partial<AuditState>) =>
    void navigate({ to: "/audit", search: compact({ ...state, ...part }), resetScroll: false });
  return (
    <>
      <VerifyTrail onEntry={(entry) => void navigate({ to: "/audit", search: { entry } })} />
      <Section title="Entries" intro="The newest first. Times are UTC.">
        <AuditFilter state={state} onChange={change} />
        <Found state={state} onChange={change} />
      </Section>
    </>
  );
}

interface Props {
  state: AuditState;
  onChange: (part: Partial<AuditState>) => void;
}

function Found({ state, onChange }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    auditQuery(state),
  );
  const entries = data?.pages.flatMap(({ items }) => items);
  const filtered = Object.keys(state).length > 0;
  return (
    <>
      {error && <ProblemNotice problem={asProblem(error)} onRetry={() => void refetch()} />}
      {!entries && !error && (
        <p className="quiet" role="status">
          Reading the audit trail …
        </p>
      )}
      {entries?.length === 0 && (
        <p className="quiet" role="status">
          {filtered ? "No entry fits." : "Nothing has been done yet."}
        </p>
      )}
      {entries && entries.length > 0 && (
        <Entries entries={entries} onWho={(who) => onChange({ who })} />
      )}
      {hasNextPage && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            disabled={isFetching}
            onClick={() => void fetchNextPage()}
          >
            {isFetching ? "Reading …" : "Show older entries"}
          </Button>
        </div>
      )}
    </>
  );
}
