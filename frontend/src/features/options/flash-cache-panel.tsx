import { lazy } from "react";
import type { OptionAdvice } from "@/api/types";
import { ChartFrame } from "@/components/charts/chart-frame";
import { UNKNOWN, band, bytes, figure, hours, percent, ratio, share } from "@/lib/format";

const HitCurveChart = lazy(() => import("@/components/charts/hit-curve-chart"));
const HEIGHT_PX = 220;
const GIB = 1024 ** 3;
const PERCENT = 100;
const S_PER_HOUR = 3600;

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Sizing = NonNullable<OptionAdvice["flash_cache"]>;
type Curve = OptionAdvice["flash_cache_curve"];

function InUse({ sizing: { in_use: today } }: { sizing: Sizing }) {
  if (!today) return null;
  const hits = today.hits_per_s == null ? UNKNOWN : figure(today.hits_per_s);
  const { inserts_per_s: inserts, evictions_per_s: evictions, skipped, remarks } = today;
  const flow = [
    inserts != null && `${figure(inserts)} blocks a second come in`,
    evictions != null && `${figure(evictions)} leave`,
    today.stays_s != null && `a block stays ${hours(today.stays_s / S_PER_HOUR)} at most`,
    today.stalled_pct != null && `free buffer waits take ${percent(today.stalled_pct)} of DB time`,
  ].filter(Boolean);
  return (
    <div className="stack-tight">
      <p>
        In use today: {bytes(today.size_bytes)}, {hits} hits a second, {share(today.hit_share)} of
        the reads. {flow.length > 0 && `${sentence(flow.join(", "))}.`}
      </p>
      {remarks.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {skipped.length > 0 && (
        <table className="table small">
          <caption>Blocks that were not taken in</caption>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col" className="right">
                Blocks a second
              </th>
            </tr>
          </thead>
          <tbody>
            {skipped.map(({ reason, per_s: blocks }) => (
              <tr key={reason}>
                <th scope="row">{reason}</th>
                <td className="right num">{figure(blocks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function tableOf(curve: Curve) {
  return {
    headings: ["size per instance", "directory, of the buffer cache", "hits", "DB time, today = 1"],
    rows: curve.map((point) => [
      bytes(point.size_bytes),
      bytes(point.metadata_bytes),
      band(point.hit_ratio, share),
      ratio(point.response_ratio),
    ]),
    figures: curve.map((point) => [
      point.size_bytes,
      point.metadata_bytes,
      point.hit_ratio.expected,
      point.response_ratio,
    ]),
  };
}

/** The size of a Smart Flash Cache: what each would hit, what its directory takes of memory, what is in use. */
export function FlashCachePanel({ sizing, curve }: { sizing: Sizing; curve: Curve }) {
  const rows = curve.map(({ size_bytes: size, hit_ratio: hits }) => ({
    gib: size / GIB,
    hits: hits.expected * PERCENT,
    band: [hits.low * PERCENT, hits.high * PERCENT] as [number, number],
  }));
  const said = `${bytes(sizing.size_bytes)} per instance is advised: ${band(sizing.hit_ratio, share)} of the reads hit it; its directory takes ${bytes(sizing.metadata_bytes)} of the ${bytes(sizing.buffer_cache_bytes)} buffer cache.`;
  return (
    <div className="stack-tight">
      <p>{said}</p>
      <InUse sizing={sizing} />
      {rows.length > 1 && (
        <ChartFrame
          name="Flash cache size and hits"
          summary={`Hits against the size of the flash cache. ${said}`}
          heightPx={HEIGHT_PX}
          table={tableOf(curve)}
        >
          <HitCurveChart
            rows={rows}
            advised={sizing.size_bytes / GIB}
            inUse={sizing.in_use?.size_bytes == null ? null : sizing.in_use.size_bytes / GIB}
            heightPx={HEIGHT_PX}
          />
        </ChartFrame>
      )}
    </div>
  );
}
