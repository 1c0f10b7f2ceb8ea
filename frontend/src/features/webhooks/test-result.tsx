import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { asProblem } from "@/api/problem";
import { type Delivery, deliveryQuery, isOver } from "@/api/webhooks";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { testWords } from "./words";

/** What the receiver answered to a test event, as soon as it has. */
export function TestResult({ sent }: { sent: Delivery }) {
  const queries = useQueryClient();
  const { data, error } = useQuery({ ...deliveryQuery(sent), initialData: sent });
  const over = isOver(data);
  useEffect(() => {
    // It is among what was sent, and a receiver that is gone switches the webhook off.
    if (over) void queries.invalidateQueries({ queryKey: ["webhooks"] });
  }, [queries, over]);
  return (
    <>
      <p role="status" className={`notice ${data.state === "dead" ? "notice-bad" : ""}`}>
        {testWords(data)}
      </p>
      {error && <ProblemNotice problem={asProblem(error)} />}
    </>
  );
}
