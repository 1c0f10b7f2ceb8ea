import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adviceQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import type { Advice } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";

/** The answer to a question; the last good one stays while a new one is made, and when that is refused. */
export function useAdvice(databaseId: string, params: AdviceParams) {
  const query = useQuery(adviceQuery(databaseId, params));
  const [last, setLast] = useState<{ advice: Advice; asked: AdviceParams }>();
  const fresh = query.isPlaceholderData ? undefined : query.data;
  if (fresh && fresh !== last?.advice) setLast({ advice: fresh, asked: params });
  return {
    advice: last?.advice,
    asked: last?.asked ?? params,
    updating: query.isFetching,
    problem: query.isError ? asProblem(query.error) : null,
    retry: () => void query.refetch(),
  };
}
