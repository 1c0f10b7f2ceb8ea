import { Link, Outlet, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { databaseQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import type { Database } from "@/api/types";
import { CaseContext } from "@/case/case";
import { useAdvice } from "@/case/use-advice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { BeforeUploadNotice } from "@/features/answer/before-upload";
import { PrintFooter } from "@/features/answer/print-footer";
import { useRunningHead } from "@/features/answer/running-head";
import { DatabaseHeader } from "@/features/header/database-header";
import { RefusedFields } from "@/features/setup/refused-fields";
import { isOffline } from "@/lib/offline";
import { type PageState, adviceParams, compact, isAsked, optionName } from "@/lib/page-state";
import { labelOf } from "@/lib/question";

const route = getRouteApi("/databases/$databaseId");

/** Typing in the filter, sorting and looking at other hours leave no steps behind for the back button; settings and options do. */
const LEAVES_NO_STEP = ["q", "sort", "dir", "load_only", "view_from", "view_to", "side"];

/** One database: its header, and below it the tab that the address names. */
export function DatabasePage() {
  const { databaseId } = route.useParams();
  const database = useQuery(databaseQuery(databaseId));
  if (database.isError)
    return (
      <div className="stack">
        <h1>Database</h1>
        <ProblemNotice problem={asProblem(database.error)} />
        <p>
          <Link to="/">All databases</Link>
        </p>
      </div>
    );
  if (!database.data)
    return (
      <p className="quiet" role="status">
        Looking for the database …
      </p>
    );
  return <DatabaseCase key={databaseId} database={database.data} />;
}

const belowIs = (leftOut: readonly string[]) =>
  leftOut.length > 0
    ? `The answer below is without: ${leftOut.map((name) => labelOf(name)).join(", ")}.`
    : "The answer below is for the settings before this change.";

function RunningHead() {
  useRunningHead();
  return null;
}

function DatabaseCase({ database }: { database: Database }) {
  const state = route.useSearch();
  const navigate = useNavigate();
  const params = adviceParams(state);
  const answer = useAdvice(database.id, params);
  const { advice, problem, updating } = answer;
  const option = state.option ?? optionName(advice?.verdict.option);
  const change = (part: Partial<PageState>) => {
    // A saved file holds one answer; only how it is looked at can change.
    if (isOffline() && Object.keys(part).some(isAsked)) return;
    void navigate({
      to: ".",
      search: (old) => compact({ ...old, ...part }),
      replace: LEAVES_NO_STEP.some((key) => key in part),
      resetScroll: false,
    });
  };
  return (
    <CaseContext value={{ database, params, state, option, change, ...answer }}>
      <div className="stack">
        <DatabaseHeader />
        <BeforeUploadNotice before={answer.beforeUpload} />
        {problem && (
          <ProblemNotice
            title={advice ? belowIs(answer.leftOut) : undefined}
            problem={problem}
            onRetry={answer.retry}
          >
            <RefusedFields refused={problem.fields} state={state} onChange={change} />
          </ProblemNotice>
        )}
        <RunningHead />
        <div className={`stack ${advice && updating ? "stale" : ""}`} aria-busy={updating}>
          <Outlet />
        </div>
        <PrintFooter />
      </div>
    </CaseContext>
  );
}
