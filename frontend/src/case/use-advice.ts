import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { adviceQuery } from "@/api/advice";
import { useAdviceEvents } from "@/api/events";
import { asProblem } from "@/api/problem";
import type { Advice } from "@/api/types";
import { isOffline } from "@/lib/offline";
import type { AdviceParams } from "@/lib/page-state";

/**
 * The answer to a question; the last good one stays while a new one is made, and when that is refused. One from before an
 * upload is asked for again until the present one is there.
 */
export function useAdvice(databaseId: string, params: AdviceParams) {
  const query = useQuery(adviceQuery(databaseId, params));
  const [last, setLast] = useState<{ advice: Advice; asked: AdviceParams }>();
  const fresh = query.isPlaceholderData ? undefined : query.data;
  if (fresh && fresh !== last?.advice) setLast({ advice: fresh, asked: params });
  const problem = query.isError ? asProblem(query.error) : null;
  const given = problem ?? fresh;
  const isOld = given?.before_upload != null;
  const refetch = () => void query.refetch();
  useAdviceEvents(databaseId, isOld && !isOffline(), refetch);
  useReplaced(databaseId, params, given);
  return {
    advice: last?.advice,
    asked: last?.asked ?? params,
    updating: query.isFetching && !isOld,
    problem,
    beforeUpload: (given ?? last?.advice)?.before_upload ?? null,
    retry: refetch,
  };
}

type Given = Pick<Advice, "before_upload">;

/** The pieces beside an answer from before an upload are of before as well: they are asked for anew when it is replaced. */
function useReplaced(databaseId: string, params: AdviceParams, given: Given | undefined) {
  const queries = useQueryClient();
  const question = JSON.stringify(params);
  const at = given?.before_upload?.at;
  const last = useRef({ question, at });
  useEffect(() => {
    const before = last.current;
    last.current = { question, at };
    if (before.question !== question || before.at === undefined || before.at === at) return;
    void queries.invalidateQueries({
      queryKey: ["databases", databaseId],
      predicate: ({ queryKey }) => !(queryKey[2] === "advice" && queryKey.length === 4),
    });
  }, [queries, databaseId, question, at]);
}
