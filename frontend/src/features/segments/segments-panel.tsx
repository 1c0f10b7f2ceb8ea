import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allSegments } from "@/api/advice";
import { reportsQuery } from "@/api/reports";
import type { Advice } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { useCase } from "@/case/case";
import { CollectLink } from "@/components/ui/collect-link";
import { Section } from "@/components/ui/section";
import { StorageToday } from "@/components/ui/storage-today";
import { coverageIsLow, coverageText } from "@/lib/coverage";
import { toCsv } from "@/lib/csv";
import { saveFile } from "@/lib/download";
import { optionLabel } from "@/lib/options";
import { sizesAreLow, sizesKnown, sizesText } from "@/lib/sizes";
import { csvHeadings, csvRow } from "./csv-rows";
import { ColumnsMenu } from "./columns-menu";
import { Facets } from "./facets";
import { HeldList } from "./held-list";
import { SegmentGrid } from "./segment-grid";
import { SizesBox } from "./sizes-box";
import "./segments.css";

/** A filter is asked for when typing stands still. */
const TYPING_MS = 250;

/** How much of the I/O is listed and where sizes come from, with the way to more of both. */
function Inputs({ advice }: { advice: Advice }) {
  const { database } = useCase();
  const reports = useQuery(reportsQuery(database.id));
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

/** Which segments earn a place on SSD, and why the others do not. */
export function SegmentsPanel({ advice }: { advice: Advice }) {
  const { database, asked, option, state, change } = useCase();
  const { sort = "rank", dir = "asc", q: filter = "" } = state;
  const [settled] = useDebouncedValue(filter, TYPING_MS);
  const { owner, tablespace, type, place } = state;
  const narrowed = { owner, tablespace, type, place };
  const question = { option, sort, direction: dir, filter: settled, ...narrowed } as const;
  const [sizes, setSizes] = useState("");
  const tiers = advice.tiers != null;
  const download = useMutation({
    mutationFn: () => allSegments(database.id, asked, { option, sort, direction: dir, filter: "" }),
    onSuccess: (all) => {
      const csv = toCsv(
        csvHeadings(tiers),
        all.map((segment) => csvRow(segment, tiers)),
      );
      saveFile(new Blob([csv], { type: "text/csv" }), `${advice.database.name ?? "segments"}.csv`);
    },
  });
  return (
    <Section title="Ranked segments" id="segments" long>
      <Inputs advice={advice} />
      <StorageToday storage={advice.storage_today} />
      <HeldList />
      <div className="row row-end spread no-print">
        <TextInput
          label={`Filter by name, type, tablespace, ${tiers ? "tier, " : ""}in or out`}
          value={filter}
          data-filter
          onChange={(event) => change({ q: event.target.value || undefined })}
        />
        <Facets />
        <ColumnsMenu tiers={tiers} />
        <Button
          variant="default"
          size="sm"
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          {download.isPending ? "Fetching …" : "All rows as CSV"}
        </Button>
      </div>
      <SegmentGrid
        question={question}
        ranked={advice.segments_ranked}
        optionLabel={optionLabel(option)}
        tiers={tiers}
        onSort={(next) =>
          change({ sort: next, dir: next === sort && dir === "desc" ? "asc" : "desc" })
        }
      />
      <Allowed scope="uploads:write" to="state sizes">
        <SizesBox databaseId={database.id} text={sizes} onText={setSizes} />
      </Allowed>
    </Section>
  );
}
