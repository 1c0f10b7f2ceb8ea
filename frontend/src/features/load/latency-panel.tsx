import { NativeSelect } from "@mantine/core";
import { lazy, useState } from "react";
import type { LatencyHistogram } from "@/api/types";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Section } from "@/components/ui/section";
import { SourceButton } from "@/components/ui/source-button";
import { count, latency, percent } from "@/lib/format";
import { waitClassColor } from "@/lib/wait-classes";

const LatencyChart = lazy(() => import("@/components/charts/latency-chart"));
const HEIGHT_PX = 220;

type Bucket = LatencyHistogram["buckets"][number];

const bucketLabel = ({ from_us: from, to_us: to }: Bucket) =>
  to == null ? `over ${latency(from)}` : `to ${latency(to)}`;

/** The buckets from the first to the last that holds a wait. */
function filled(buckets: readonly Bucket[]): Bucket[] {
  const holds = buckets.map(({ waits_pct: waits }) => waits > 0);
  return buckets.slice(holds.indexOf(true), holds.lastIndexOf(true) + 1);
}

/** How long the waits of one event take: the share of the waits, and of the time, in each bucket. */
export function LatencyPanel({ latencies }: { latencies: readonly LatencyHistogram[] }) {
  const [chosen, setChosen] = useState<string>();
  const shown = latencies.find(({ event }) => event === chosen) ?? latencies[0];
  if (!shown) return null;
  const rows = filled(shown.buckets).map((bucket) => ({ ...bucket, label: bucketLabel(bucket) }));
  const color = waitClassColor(shown.wait_class);
  return (
    <Section
      title="How long a wait takes"
      intro={`${shown.waits == null ? "" : `${count(shown.waits)} waits in the hours used, `}${latency(shown.avg_wait_us)} on average. Most of the time often sits in few slow waits.`}
      aside={<SourceButton of={`waits of ${shown.event}`} evidence={shown.evidence} />}
    >
      <NativeSelect
        className="no-print latency-event"
        label="Event"
        size="xs"
        value={shown.event}
        onChange={(event) => setChosen(event.target.value)}
        data={latencies.map(({ event }) => event)}
      />
      <ChartFrame
        name={`Latency of ${shown.event}`}
        summary={`${shown.event}: share of waits and of time by latency; the table has the figures`}
        heightPx={HEIGHT_PX}
        legend={[
          { label: "share of the waits", color: "var(--quiet)", mark: "area" },
          { label: "share of the time, estimated", color, mark: "area" },
        ]}
        table={{
          headings: ["Wait", "of the waits", "of the time, estimated"],
          rows: rows.map(({ label, waits_pct: waits, time_pct: time }) => [
            label,
            percent(waits),
            percent(time),
          ]),
          figures: rows.map(({ label, waits_pct: waits, time_pct: time }) => [label, waits, time]),
        }}
      >
        <LatencyChart rows={rows} color={color} heightPx={HEIGHT_PX} />
      </ChartFrame>
    </Section>
  );
}
