import type { ReactNode } from "react";
import type { Advice } from "@/api/types";
import { UNKNOWN, latency, plural, share } from "@/lib/format";
import { ScrollRegion } from "./scroll-region";
import { Value } from "./value";

type Storage = Advice["storage_today"];
type Station = Storage["stations"][number];
type LatencyClass = Station["classes"][number];

function Names({ one }: { one: LatencyClass }) {
  const more = one.tablespaces_total - one.tablespaces.length;
  return (
    <>
      <code className="names">{one.tablespaces.map(({ name }) => name).join(", ")}</code>
      {more > 0 && ` and ${more} more`}
    </>
  );
}

function readTime(one: LatencyClass): string {
  const [low, high] = [latency(one.read_us_low), latency(one.read_us_high)];
  return low === high ? latency(one.read_us) : `${latency(one.read_us)} (${low}–${high})`;
}

function rate(value: number | null): string {
  return value?.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 }) ?? UNKNOWN;
}

function ClassRow({
  one,
  station,
  first,
  stated,
}: {
  one: LatencyClass;
  station: Station;
  first: boolean;
  stated: boolean;
}) {
  return (
    <tr>
      {first && (
        <th scope="rowgroup" rowSpan={station.classes.length}>
          {station.name}
          {station.files > 0 && <span className="quiet"> {plural(station.files, "file")}</span>}
        </th>
      )}
      <td>
        <Names one={one} />
      </td>
      <td className="right">
        <Value why="nobody timed these reads">{readTime(one)}</Value>
        {stated && (
          <>
            {" "}
            <span className="tag">stated</span>
          </>
        )}
      </td>
      <td className="right">{one.time_share > 0 ? share(one.time_share) : ""}</td>
      <td className="right">
        <Value why="not counted">{rate(one.reads_per_s)}</Value>
      </td>
      <td className="right">
        <Value why="not counted">{rate(one.writes_per_s)}</Value>
      </td>
      <td className="told">{one.why}</td>
    </tr>
  );
}

/** Which tablespaces share a queue today, and how fast each of them reads: by that a segment's gain is counted. */
export function StorageToday({ storage, edit }: { storage: Storage; edit?: ReactNode }) {
  const { read_times: times, stations, groups } = storage;
  if (!times || stations.length === 0) return null;
  const stated = new Set(groups.filter((one) => one.read_us !== null).map(({ name }) => name));
  return (
    <details>
      <summary>
        Storage today: {plural(stations.length, "place")},{" "}
        {times.apart
          ? "each read with its own time"
          : "every read with the database’s average time"}
      </summary>
      <p className="quiet small">{times.text}</p>
      <ScrollRegion label="Storage today">
        <table className="table small">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Tablespaces</th>
              <th scope="col" className="right">
                A read takes
              </th>
              <th scope="col" className="right">
                Of read time
              </th>
              <th scope="col" className="right">
                Timed reads/s
              </th>
              <th scope="col" className="right">
                Writes/s
              </th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {stations.flatMap((station) =>
              station.classes.map((one, index) => (
                <ClassRow
                  key={`${station.name} ${index}`}
                  one={one}
                  station={station}
                  first={index === 0}
                  stated={stated.has(station.name)}
                />
              )),
            )}
          </tbody>
        </table>
      </ScrollRegion>
      {edit}
    </details>
  );
}
