import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adviceQuery, optionDetailsQuery, sourcesQuery } from "@/api/advice";
import { databaseQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import type { Advice } from "@/api/types";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { BundlePanel } from "@/features/bundle/bundle-panel";
import { DbTimePanel } from "@/features/database/db-time-panel";
import { FlashBar } from "@/features/database/flash-bar";
import { PageHeader } from "@/features/database/page-header";
import { PrintFooter } from "@/features/database/print-footer";
import { TimelinePanel } from "@/features/database/timeline-panel";
import { TopStatements } from "@/features/database/top-statements";
import { VerdictPanel } from "@/features/database/verdict-panel";
import { LoadCurvePanel } from "@/features/options/load-curve-panel";
import { OptionsPanel } from "@/features/options/options-panel";
import { ReportsPanel } from "@/features/reports/reports-panel";
import { SegmentsPanel } from "@/features/segments/segments-panel";
import {
  type AdviceParams,
  type PageState,
  adviceParams,
  compact,
  optionName,
} from "@/lib/page-state";

const route = getRouteApi("/databases/$databaseId");

/** The last good advice stays on the page while a new one is made, and when a new one is refused. */
function useAdvice(databaseId: string, state: PageState) {
  const params = adviceParams(state);
  const query = useQuery(adviceQuery(databaseId, params));
  const [last, setLast] = useState<{ advice: Advice; asked: AdviceParams }>();
  const fresh = query.isPlaceholderData ? undefined : query.data;
  if (fresh && fresh !== last?.advice) setLast({ advice: fresh, asked: params });
  return {
    ...last,
    updating: query.isFetching,
    problem: query.isError ? asProblem(query.error) : null,
    retry: () => void query.refetch(),
  };
}

/** The rest of the advice that is on the page, once that is there. */
function usePieces(databaseId: string, asked: AdviceParams | undefined) {
  const enabled = asked !== undefined;
  const details = useQuery({ ...optionDetailsQuery(databaseId, asked ?? {}), enabled });
  const sources = useQuery({ ...sourcesQuery(databaseId, asked ?? {}), enabled });
  return { details: details.data, sources: sources.data };
}

/** One database: the whole story from the verdict to the scripts. */
export function DatabasePage() {
  const { databaseId } = route.useParams();
  return <DatabaseStory key={databaseId} databaseId={databaseId} />;
}

function DatabaseStory({ databaseId }: { databaseId: string }) {
  const state = route.useSearch();
  const navigate = useNavigate({ from: "/databases/$databaseId" });
  const database = useQuery(databaseQuery(databaseId));
  const { advice, asked, updating, problem, retry } = useAdvice(databaseId, state);
  const { details, sources } = usePieces(databaseId, asked);
  // Typing in the filter and sorting leave no steps behind for the back button; settings and options do.
  const change = (part: Partial<PageState>) =>
    void navigate({
      search: (old) => compact({ ...old, ...part }),
      replace: ["q", "sort", "dir"].some((key) => key in part),
      resetScroll: false,
    });

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
  if (!database.data || (!advice && !problem))
    return (
      <p className="quiet" role="status">
        Working out the advice …
      </p>
    );

  const option = state.option ?? optionName(advice?.verdict.option);
  const params = adviceParams(state);
  return (
    <div className="stack">
      <PageHeader database={database.data} advice={advice} updating={updating} />
      {advice && (
        <div className={`stack ${updating ? "stale" : ""}`} aria-busy={updating}>
          <VerdictPanel advice={advice} sources={sources} />
          <DbTimePanel advice={advice} />
          <TopStatements advice={advice} sources={sources} />
          <TimelinePanel timeline={sources?.timeline ?? null} intro={advice.hours?.text ?? ""} />
        </div>
      )}
      {problem && (
        <ProblemNotice
          title={advice ? "The advice below is for the settings before this change." : undefined}
          problem={problem}
          onRetry={retry}
        />
      )}
      <FlashBar state={state} advice={advice} onChange={change} />
      {advice && (
        <div className={`stack ${updating ? "stale" : ""}`} aria-busy={updating}>
          <OptionsPanel
            databaseId={databaseId}
            advice={advice}
            details={details}
            selected={option}
            params={asked ?? params}
            hasAfterReport={database.data.after_reports > 0 && !problem}
            onSelect={(chosen) => change({ option: chosen })}
          />
          {details && (
            <LoadCurvePanel details={details} asked={asked ?? params} selected={option} />
          )}
          <SegmentsPanel
            databaseId={databaseId}
            advice={advice}
            params={asked ?? params}
            option={option}
            view={state}
            onChange={change}
          />
          <BundlePanel
            key={option}
            databaseId={databaseId}
            advice={advice}
            option={option}
            params={params}
          />
        </div>
      )}
      <ReportsPanel database={database.data} onDeleted={() => void navigate({ to: "/" })} />
      {advice && <PrintFooter advice={advice} sources={sources} />}
    </div>
  );
}
