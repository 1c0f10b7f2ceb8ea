import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Mask, Period } from "@/api/types";
import { Allowed } from "@/features/accounts/allowed";
import { CollectLink } from "@/components/ui/collect-link";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { DropZone } from "./drop-zone";
import { MaskChoice } from "./mask-choice";
import { MaskMap } from "./mask-map";
import { UploadList } from "./upload-list";
import type { Taken } from "./sending";
import { useUploads } from "./use-uploads";
import "./uploads.css";

const PERIODS: { value: Period; label: string }[] = [
  { value: "before", label: "Before the change" },
  { value: "after", label: "After the change" },
];

/** What was not sent as it was chosen. */
function takenText(taken: Taken | null): string {
  if (!taken || taken.resumed + taken.here === 0) return "";
  const here = `${plural(taken.here, "file")} here already`;
  return `${plural(taken.resumed, "file")} sent that ${taken.resumed === 1 ? "was" : "were"} missing, ${here}.`;
}

/** Sending files and seeing what became of each. */
export function Uploads({ initialPeriod }: { initialPeriod: Period }) {
  const [period, setPeriod] = useState<Period>(initialPeriod);
  const [mask, setMask] = useState<Mask>("keep");
  const uploads = useUploads();
  const add = (files: File[]) => uploads.add(files, { period, mask });
  return (
    <div className="stack">
      <h1>Uploads</h1>
      <Section title="Add files">
        <div className="row">
          <span id="period-label">These files show the database</span>
          <SegmentedControl
            aria-labelledby="period-label"
            data={PERIODS}
            value={period}
            onChange={(value) => setPeriod(value as Period)}
          />
        </div>
        <Allowed scope="uploads:write" to="upload files">
          <MaskChoice mask={mask} onMask={setMask} onEarlierMap={uploads.goOnWithMap} />
          <DropZone onFiles={add} />
        </Allowed>
        <p className="quiet small" role="status">
          {takenText(uploads.taken)}
        </p>
        <MaskMap kept={uploads.map} onSaved={uploads.markMapSaved} />
      </Section>
      <Section title="What to collect" aside={<CollectLink />}>
        <p>
          One report is enough for a verdict. The collector brings all segments with their sizes and
          I/O, and what a move depends on, in one file to upload here.
        </p>
      </Section>
      {/* Last, so that nothing stands below what comes later and grows. */}
      <UploadList uploads={uploads} onFiles={add} />
    </div>
  );
}
