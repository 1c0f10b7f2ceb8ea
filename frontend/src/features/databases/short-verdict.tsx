import { useQuery } from "@tanstack/react-query";
import { adviceQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import { VerdictTag } from "@/components/ui/verdict-tag";

/** One database's recommendation and data quality, for the list. */
export function ShortVerdict({ databaseId }: { databaseId: string }) {
  const advice = useQuery(adviceQuery(databaseId, {}));
  if (advice.isPending) return <span className="quiet">Working it out …</span>;
  if (advice.isError) return <span>{asProblem(advice.error).message}</span>;
  return (
    <span className="row">
      <VerdictTag verdict={advice.data.verdict} />
      <span className="quiet small">data quality {advice.data.quality.grade}</span>
    </span>
  );
}
