import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useRef, useState } from "react";
import { allSegments, segmentsQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import { reportsQuery } from "@/api/reports";
import type { Advice, OptionName } from "@/api/types";
import { CollectLink } from "@/components/ui/collect-link";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { coverageIsLow, coverageText } from "@/lib/coverage";
import { toCsv } from "@/lib/csv";
import { saveFile } from "@/lib/download";
import { plural } from "@/lib/format";
import type { AdviceParams, PageState, Sort } from "@/lib/page-state";
import { optionLabel } from "@/lib/options";
import { sizesAreLow, sizesKnown, sizesText } from "@/lib/sizes";
import { PrintedSegments } from "./printed-segments";
import { CSV_HEADINGS, csvRow, segmentRows } from "./rows";
import { SegmentGrid } from "./segment-grid";
import { SizesBox } from "./sizes-box";
import "./segments.css";

/** Up to so many rows the table may stand in full; beyond, only those in view are drawn. */
const FULL_MOST = 500;
/** So many rows fit without scrolling. */
const IN_VIEW = 12;

/** A filter is asked for when typing stands still. */
const TYPING_MS = 250;

type View = Pick<PageState, "sort" | "dir" | "q">;

interface Props {
  databaseId: string;
  advice: Advice;
  params: AdviceParams;
  option: OptionName;
  view: View;
  onChange: (view: View) => void;
}

/** How much of the I/O is listed and where sizes come from, with the way to more of both. */
function Inputs({ databaseId, advice }: { databaseId: string; advice: Advice }) {
  const reports = useQuery(reportsQuery(databaseId));
  const sizes = sizesKnown(advice);
  const low = coverageIsLow(advice.quality);
  return (
    <p>
      {coverageText(advice.quality)} {low && "A report lists only the top segments. "}
      {sizesText(sizes, reports.data?.items ?? [])}{" "}
      {(low || sizesAreLow(sizes)) && <CollectLink text="Collect all segments with their sizes" />}
    </p>
  );
}

/** Which segments earn a place on flash, and why the others do not. */
export function SegmentsPanel({ databaseId, advice, params, option, view, onChange }: Props) {
  const sort: Sort = view.sort ?? "rank";
  const dir = view.dir ?? "asc";
  const filter = view.q ?? "";
  const [settled] = useDebouncedValue(filter, TYPING_MS);
  const question = { option, sort, direction: dir, filter: settled } as const;
  const page = useQuery(segmentsQuery(databaseId, params, question));
  const shown = useMemo(() => segmentRows(page.data?.items ?? []), [page.data]);
  const total = page.data?.total ?? 0;
  const [full, setFull] = useState(false);
  const canBeFull = shown.length > IN_VIEW && shown.length <= FULL_MOST;
  const [sizes, setSizes] = useState("");
  const sizesInput = useRef<HTMLTextAreaElement>(null);
  const addSize = (name: string) => {
    setSizes((text) => `${text}${text && !text.endsWith("\n") ? "\n" : ""}${name} `);
    sizesInput.current?.focus();
  };
  const download = useMutation({
    mutationFn: () => allSegments(databaseId, params, { ...question, filter: "" }),
    onSuccess: (all) => {
      const csv = toCsv(CSV_HEADINGS, all.map(csvRow));
      saveFile(new Blob([csv], { type: "text/csv" }), `${advice.database.name ?? "segments"}.csv`);
    },
  });
  return (
    <Section title="Ranked segments" id="segments" long>
      <Inputs databaseId={databaseId} advice={advice} />
      <div className="row row-end spread no-print">
        <TextInput
          label="Filter by name, type, tablespace, in or out"
          value={filter}
          onChange={(event) => onChange({ q: event.target.value || undefined })}
        />
        <p className="quiet small" role="status">
          {plural(total, "segment")} of {advice.segments_ranked}; in or out for:{" "}
          {optionLabel(option)}
        </p>
        <div className="row">
          {canBeFull && (
            <Button
              variant="default"
              size="sm"
              aria-pressed={full}
              onClick={() => setFull((before) => !before)}
            >
              {full ? "Show in a box" : `Show all ${shown.length} rows`}
            </Button>
          )}
          <Button
            variant="default"
            size="sm"
            disabled={download.isPending}
            onClick={() => download.mutate()}
          >
            {download.isPending ? "Fetching …" : "All rows as CSV"}
          </Button>
        </div>
      </div>
      <SegmentGrid
        rows={shown}
        full={full && canBeFull}
        sort={sort}
        dir={dir}
        onSort={(next) =>
          onChange({ sort: next, dir: next === sort && dir === "desc" ? "asc" : "desc" })
        }
        onAddSize={addSize}
      />
      {page.isError && <ProblemNotice problem={asProblem(page.error)} />}
      {total > shown.length && shown.length > 0 && (
        <p className="quiet small">
          The first {shown.length} in this order. Filter to find the others.
        </p>
      )}
      {shown.length > IN_VIEW && !(full && canBeFull) && (
        <p className="quiet small no-print">Scroll in the table for the rest.</p>
      )}
      <PrintedSegments rows={shown} />
      <SizesBox databaseId={databaseId} text={sizes} onText={setSizes} input={sizesInput} />
    </Section>
  );
}
