import type { RankedSegment } from "@/api/types";
import { UNKNOWN, bytes, figure, plural, seconds, share } from "@/lib/format";
import { segmentKey, segmentName } from "@/lib/segment-name";

interface Props {
  segments: readonly RankedSegment[];
  /** That pass the filter. */
  total: number;
  /** Several are asked for. */
  tiers: boolean;
}

const PRINTED = 50;

/** The first rows on paper, where nothing scrolls. */
export function PrintedSegments({ segments, total, tiers }: Props) {
  const rest = total - PRINTED;
  return (
    <div className="print-only">
      <table className="table small">
        <thead>
          <tr>
            <th>Segment</th>
            <th>Tablespace</th>
            {tiers && <th>Tier</th>}
            <th className="right">Size</th>
            <th className="right">IO share</th>
            <th className="right">Reads/write</th>
            <th className="right">Saves, s/h</th>
            <th className="right">Saves, s/h/GiB</th>
            <th>In or out</th>
          </tr>
        </thead>
        <tbody>
          {segments.slice(0, PRINTED).map((segment) => (
            <tr key={segmentKey(segment)}>
              <td>
                {segmentName(segment)} {segment.pdb}
              </td>
              <td>{segment.tablespace ?? UNKNOWN}</td>
              {tiers && (
                <td>
                  {[
                    ...new Set([segment.lies ?? UNKNOWN, segment.tier ?? segment.lies ?? UNKNOWN]),
                  ].join(" → ")}
                </td>
              )}
              <td className="right num">{bytes(segment.size_bytes)}</td>
              <td className="right num">{share(segment.io_share)}</td>
              <td className="right num">
                {segment.read_write_ratio == null ? UNKNOWN : figure(segment.read_write_ratio)}
              </td>
              <td className="right num">
                {seconds(segment.benefit_s_per_hour)}
                {segment.benefit_low_s_per_hour !== null &&
                  ` (${seconds(segment.benefit_low_s_per_hour)}–${seconds(segment.benefit_high_s_per_hour)})`}
              </td>
              <td className="right num">{seconds(segment.benefit_density_s_per_hour_per_gib)}</td>
              <td>
                {segment.included ? "in" : "out"}: {segment.reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="small">{plural(rest, "more segment")} in the CSV.</p>}
    </div>
  );
}
