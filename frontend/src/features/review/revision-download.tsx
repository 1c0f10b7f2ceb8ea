import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { fetchRevisionBundle, revisionUrl } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { saveFile } from "@/lib/download";

interface Props {
  planId: string;
  revision: number;
}

/** The scripts of the revision on the page, as they were kept, and no others. */
export function RevisionDownload({ planId, revision }: Props) {
  const download = useMutation({
    mutationFn: () => fetchRevisionBundle(planId, revision),
    onSuccess: ({ blob, name }) => saveFile(blob, name),
  });
  return (
    <>
      <div className="row no-print">
        <Button disabled={download.isPending} onClick={() => download.mutate()}>
          Download the scripts of revision {revision}
        </Button>
        <a href={revisionUrl(planId, revision)} download={`${planId}-r${revision}.json`}>
          Revision {revision} as JSON
        </a>
      </div>
      {download.isError && <ProblemNotice problem={asProblem(download.error)} />}
      {download.isSuccess && (
        <p role="status" className="notice">
          {download.data.name} is downloaded. Start with its plan.md.
        </p>
      )}
    </>
  );
}
