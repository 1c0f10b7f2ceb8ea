import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "@/api/problem";
import type { ArchiveMembers as Members, Upload } from "@/api/types";
import { allFailedMembers, failedMembersQuery, isRunning } from "@/api/uploads";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { saveFile } from "@/lib/download";
import { figure, plural } from "@/lib/format";
import { failedText } from "./failed-text";
import { faultPlace } from "./upload-fault";

interface Props {
  upload: Upload;
  members: Members;
}

/** How far an archive is, and what of it could not be read. */
export function ArchiveMembers({ upload, members }: Props) {
  return (
    <>
      <p className="quiet small">{membersText(upload, members)}</p>
      {members.failed > 0 && <FailedMembers upload={upload} failed={members.failed} />}
    </>
  );
}

/** "1,204 of 2,304 files read"; while the archive is taken apart, how many were found so far. */
export function membersText(upload: Upload, members: Members): string {
  const { files, known, refused, added, finished, failed } = members;
  const bad = [
    failed > 0 && `${figure(failed)} could not be read`,
    refused ? `${figure(refused)} refused` : false,
    known ? `${figure(known)} here before` : false,
  ].filter(Boolean);
  const done = isRunning(upload)
    ? `${figure(finished)} of ${figure(added)} files done${files == null ? ", looking for more" : ""}`
    : `${plural(files ?? added, "file")} in it, ${figure(finished - failed)} read`;
  return [done, ...bad].join(", ");
}

/** The files that could not be read, by name, with what is wrong and what to do. */
function FailedMembers({ upload, failed }: { upload: Upload; failed: number }) {
  const [open, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...failedMembersQuery(upload.id, failed), enabled: open });
  const shown = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(failed, "file")} in it could not be read</summary>
      <div className="stack-tight">
        <FailedList upload={upload} />
        {list.isError && <ProblemNotice problem={asProblem(list.error)} />}
        <ul
          className="failed-members"
          aria-label={`Files of ${upload.file} that could not be read`}
        >
          {shown.map((member) => (
            <FailedMember key={member.id} member={member} archive={upload.file} />
          ))}
        </ul>
        {list.hasNextPage && (
          <div>
            <Button
              size="compact-sm"
              variant="default"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more ({figure(Math.max(0, failed - shown.length))} left)
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

function FailedMember({ member, archive }: { member: Upload; archive: string }) {
  const { file, error } = member;
  const place = error && faultPlace(error);
  return (
    <li>
      <strong className="upload-name">{file.replace(`${archive}/`, "")}</strong>
      {error && (
        <span className="failed-why">
          {error.message}
          {place && ` (${place})`}
        </span>
      )}
      {error?.advice && <span className="quiet">{error.advice}</span>}
    </li>
  );
}

/** The whole list as text, to the clipboard or to a file. */
function FailedList({ upload }: { upload: Upload }) {
  const clipboard = useClipboard();
  const text = async () => failedText(upload, await allFailedMembers(upload.id));
  const copy = useMutation({ mutationFn: async () => clipboard.copy(await text()) });
  const save = useMutation({
    mutationFn: async () =>
      saveFile(new Blob([await text()], { type: "text/plain" }), `${upload.file}-not-read.txt`),
  });
  const problem = copy.error ?? save.error ?? clipboard.error;
  return (
    <div className="row no-print">
      <Button
        size="compact-sm"
        variant="default"
        disabled={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {clipboard.copied ? "Copied" : "Copy the list"}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        Download the list
      </Button>
      {problem && <span role="alert">{asProblem(problem).message}</span>}
    </div>
  );
}
