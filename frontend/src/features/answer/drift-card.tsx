import { useQuery } from "@tanstack/react-query";
import { driftQuery } from "@/api/drift";
import type { Advice, Drift } from "@/api/types";
import { useCase } from "@/case/case";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { bytes, count, plural } from "@/lib/format";

type Segment = Drift["take_off"][number];

const HEADLINES: Partial<Record<Drift["state"], string>> = {
  stays: "The plan on SSD still holds",
  "too-short": "Too few weeks to tell drift",
};

function headline({ state, take_off, on_flash }: Drift): string | undefined {
  if (state !== "swap") return HEADLINES[state];
  const earn = take_off.length === 1 ? "earns its" : "earn their";
  return `${String(take_off.length)} of ${plural(on_flash, "segment")} no longer ${earn} place`;
}

function Row({ what, one }: { what: string; one: Segment }) {
  const { low, expected, high } = one.reads_per_hour;
  return (
    <tr>
      <td>{what}</td>
      <th scope="row">
        <code>{one.name}</code>
      </th>
      <td className="right">{bytes(one.size_bytes)}</td>
      <td className="right num">{count(expected)}</td>
      <td className="right num">
        {count(low)} to {count(high)}
      </td>
    </tr>
  );
}

function Swap({ drift }: { drift: Drift }) {
  return (
    <ScrollRegion label="What to take off and what to bring">
      <table className="table small">
        <thead>
          <tr>
            <th scope="col">Do</th>
            <th scope="col">Segment</th>
            <th scope="col" className="right">
              Size
            </th>
            <th scope="col" className="right">
              Reads an hour
            </th>
            <th scope="col" className="right">
              From, to
            </th>
          </tr>
        </thead>
        <tbody>
          {drift.take_off.map((one) => (
            <Row key={one.name} what="Take off" one={one} />
          ))}
          {drift.bring.map((one) => (
            <Row key={one.name} what="Bring" one={one} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Segments that are hot at given times only, each group with three offers and their price. */
function Calendar({ groups }: { groups: Drift["calendar"] }) {
  return groups.map((group) => (
    <section key={group.when} aria-label={`Hot on ${group.when}`}>
      <p>
        {group.text} <code className="names">{group.segments.join(", ")}</code>
      </p>
      <ul className="findings">
        {group.offers.map((offer) => (
          <li key={offer}>{offer}</li>
        ))}
      </ul>
    </section>
  ));
}

/** Whether what lies on SSD still belongs there; asked only where one set is named or segments are said to lie there. */
export function DriftCard({ storage }: { storage: Advice["storage_today"] }) {
  const { database, asked } = useCase();
  const onFlash = storage.groups.some(
    ({ media, tablespaces }) => media === "flash" && tablespaces.length > 0,
  );
  const enabled = asked.set?.length === 1 || (!asked.set && onFlash);
  const { data } = useQuery({ ...driftQuery(database.id, asked), enabled });
  const title = enabled && data ? headline(data) : undefined;
  if (!data || !title) return null;
  return (
    <section className="panel stack-tight" aria-labelledby="drift">
      <h2 id="drift">{title}</h2>
      <p>{data.text}</p>
      {data.state === "swap" && <Swap drift={data} />}
      <Calendar groups={data.calendar} />
    </section>
  );
}
