import { Progress } from "@mantine/core";
import { Announcer } from "@/components/ui/announcer";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { SampleState } from "./use-sample";

const STEP_PCT = 25;

/** How far the sample is read; spoken at quarter steps only. */
export function SampleProgress({ sample }: { sample: SampleState }) {
  if (sample.problem) return <ProblemNotice problem={sample.problem} />;
  if (!sample.busy && sample.failed.length === 0) return null;
  const pct = sample.files === 0 ? 0 : Math.round((100 * sample.done) / sample.files);
  return (
    <div className="stack-tight" style={{ width: "100%" }}>
      <p className="num">
        Reading the sample: {sample.done} of {sample.files} files
      </p>
      <Progress value={pct} aria-label="Sample files read" />
      <Announcer>{`Sample ${Math.floor(pct / STEP_PCT) * STEP_PCT} percent read`}</Announcer>
      {sample.failed.map((upload) => (
        <p key={upload.id} className="notice notice-bad">
          {upload.file}: {upload.error?.message}
        </p>
      ))}
    </div>
  );
}
