import type { Problem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";

/** Somebody may have been first: then it is another plan than the one that was read. */
export function Refusal({ problem }: { problem: Problem }) {
  return (
    <ProblemNotice
      problem={problem}
      {...(problem.code === "changed-since" && {
        title: "Somebody was first. The page shows what it is now; your text is still here.",
      })}
    />
  );
}
