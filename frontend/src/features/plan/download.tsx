import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type PlanRequest, fetchBundle, planUrl } from "@/api/plan";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { saveFile } from "@/lib/download";

const OWN_MACHINE = "operating-system and ASM preparation";
const CONTENT = [
  "plan.md, one page: what runs, the outage, the cost, the way back; plan.html to print",
  "the steps in order, with the checks that stop them",
  OWN_MACHINE,
  "the way back for every step",
  "queries that verify the result",
  "what was assumed and what stays, in appendix.md",
];

interface Props {
  request: PlanRequest;
  disabled: boolean;
  onRefused: (why: string) => void;
}

/** The scripts as a ZIP, and the plan as data. */
export function Download({ request, disabled, onRefused }: Props) {
  const download = useMutation({
    mutationFn: () => fetchBundle(request),
    onSuccess: ({ blob, name }) => saveFile(blob, name),
    onError: (error) => {
      const { code, message } = asProblem(error);
      if (code === "not-advised") onRefused(message);
    },
  });
  const isRds = request.targets.target === "rds";
  const content = CONTENT.filter((one) => !isRds || one !== OWN_MACHINE);
  const problem = download.isError ? asProblem(download.error) : null;
  return (
    <>
      <p>In the ZIP: {content.join("; ")}.</p>
      <div className="row no-print">
        <Button disabled={disabled || download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? "Writing the scripts …" : "Download the scripts"}
        </Button>
        {!disabled && (
          <a href={planUrl("plan", request)} download={`segtier-${request.option}-plan.json`}>
            The plan as JSON
          </a>
        )}
      </div>
      {problem && problem.code !== "not-advised" && <ProblemNotice problem={problem} />}
      {download.isSuccess && (
        <p role="status" className="notice">
          {download.data.name} is downloaded. Start with its plan.md.
        </p>
      )}
    </>
  );
}
