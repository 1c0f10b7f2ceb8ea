import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { adviceQuery } from "@/api/advice";
import { useAdviceEvents } from "@/api/events";
import { type Problem, asProblem } from "@/api/problem";
import type { Advice } from "@/api/types";
import { isOffline } from "@/lib/offline";
import type { AdviceParams } from "@/lib/page-state";

/**
 * The answer to a question; the last good one stays while a new one is made, and when that is refused. Where there is none yet
 * the question is asked without what was refused. One from before an upload is asked for again until the present one is there.
 */
export function useAdvice(databaseId: string, params: AdviceParams) {
  const query = useQuery(adviceQuery(databaseId, params));
  const [last, setLast] = useState<{ advice: Advice; asked: AdviceParams }>();
  const fresh = query.isPlaceholderData ? undefined : query.data;
  if (fresh && fresh !== last?.advice) setLast({ advice: fresh, asked: params });
  const problem = query.isError ? asProblem(query.error) : null;
  const instead = useWithout(databaseId, params, last ? null : problem);
  if (!last && instead.advice) setLast({ advice: instead.advice, asked: instead.asked });
  const given = problem ?? fresh;
  const isOld = given?.before_upload != null;
  const refetch = () => void query.refetch();
  useAdviceEvents(databaseId, isOld && !isOffline(), refetch);
  useReplaced(databaseId, params, given);
  return {
    advice: last?.advice,
    asked: last?.asked ?? params,
    leftOut: problem && last ? namesMissing(params, last.asked) : [],
    updating: (query.isFetching || instead.updating) && !isOld,
    problem,
    beforeUpload: (given ?? last?.advice)?.before_upload ?? null,
    retry: refetch,
  };
}

/** The server was away, or knows no such database: another question is no better. */
const isOfQuestion = ({ status }: Problem) =>
  status >= 400 && status < 500 && status !== 401 && status !== 403;

const namesMissing = (params: AdviceParams, asked: AdviceParams) =>
  Object.keys(params).filter((name) => !(name in asked));

const without = (params: AdviceParams, names: readonly string[]): AdviceParams =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));

/** Those that are told to be at fault, else all that is stated. */
function atFault({ fields }: Problem, params: AdviceParams): string[] {
  const stated = Object.keys(params);
  const told = stated.filter((name) => name in fields);
  return told.length > 0 ? told : stated;
}

/** The answer to a refused question without the fields that were refused, until one is taken. */
function useWithout(databaseId: string, params: AdviceParams, refused: Problem | null) {
  const question = JSON.stringify(params);
  const [out, setOut] = useState<{ question: string; names: readonly string[] }>();
  const names = out?.question === question ? out.names : [];
  const asked = without(params, names);
  const enabled = refused !== null && names.length > 0;
  const query = useQuery({ ...adviceQuery(databaseId, asked), enabled });
  const again =
    enabled && query.isError ? asProblem(query.error) : names.length > 0 ? null : refused;
  if (again && isOfQuestion(again)) {
    const more = atFault(again, asked);
    if (more.length > 0) setOut({ question, names: [...names, ...more] });
  }
  const advice = enabled && !query.isPlaceholderData ? query.data : undefined;
  return { advice, asked, updating: enabled && query.isFetching };
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
