import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { asProblem } from "@/api/problem";
import type { Batch, Upload } from "@/api/types";
import { batchUploadsQuery, running } from "@/api/uploads";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { plural } from "@/lib/format";
import { UploadRow } from "./upload-row";

const FEW = 12;

interface Props {
  batch: Batch;
  /** Shown elsewhere already. */
  without: ReadonlySet<string>;
  onRetry: (upload: Upload) => void;
  onRemove: (upload: Upload) => void;
}

/** What the server has of a batch, folded where many files were sent; an archive is one row. */
export function BatchRows({ batch, without, onRetry, onRemove }: Props) {
  const [open, setOpen] = useState(batch.sent <= FEW);
  const list = useInfiniteQuery({
    ...batchUploadsQuery(batch.id, running(batch) > 0),
    enabled: open,
  });
  // The last change of a batch comes when it is no longer asked after.
  const states = [...Object.values(batch.states), batch.waiting.length].join();
  const { refetch } = list;
  const shown = useRef(states);
  useEffect(() => {
    if (open && shown.current !== states) void refetch();
    shown.current = states;
  }, [states, open, refetch]);
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  const rows = found.filter(({ id }) => !without.has(id));
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {plural(batch.files - without.size, without.size > 0 ? "more file" : "file")}
      </summary>
      {list.isError && <ProblemNotice problem={asProblem(list.error)} />}
      {rows.length > 0 && (
        <ul className="upload-list" aria-label="Uploaded files">
          {rows.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => onRetry(upload)}
              onRemove={() => onRemove(upload)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </details>
  );
}
