import { useQuery } from "@tanstack/react-query";
import { driftQuery } from "@/api/drift";
import { plansQuery } from "@/api/plans";
import type { Advice, Drift } from "@/api/types";
import { useCase } from "@/case/case";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { bytes, count, plural } from "@/lib/format";
import { Growth } from "./growth";

type Segment = Drift["take_off"][number];

const HEADLINES: Partial<Record<Drift["state"], string>> = {
  stays: "The plan on SSD still holds",
  "too-short": "Too few weeks to tell drift",
  "no-gain": "No swap gains anything",
};

function headline({ state, take_off, bring, on_flash }: Drift): string | undefined {
  if (state !== "swap") return HEADLINES[state];
  if (take_off.length === 0)
    return `${plural(bring.length, "more segment")} would earn a place on SSD`;
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

/** Whether what is on SSD still belongs there: asked where one set is named, a plan is marked applied, or segments are said to be there. */
export function DriftCard({ storage }: { storage: Advice["storage_today"] }) {
  const { database, asked } = useCase();
  const onFlash = storage.groups.some(
    ({ media, tablespaces }) => media === "flash" && tablespaces.length > 0,
  );
  const named = asked.set?.length === 1;
  const plans = useQuery({ ...plansQuery(database.id), enabled: !asked.set && !onFlash });
  const applied = plans.data?.items.some(({ recorded_state }) => recorded_state === "applied");
  const enabled = named || (!asked.set && (onFlash || applied === true));
  const { data } = useQuery({ ...driftQuery(database.id, asked), enabled });
  const title = enabled && data ? headline(data) : undefined;
  if (!data || !title) return null;
  return (
    <section className="panel stack-tight" aria-labelledby="drift">
      <h2 id="drift">{title}</h2>
      <p>{data.text}</p>
      {data.state === "swap" && <Swap drift={data} />}
      <Calendar groups={data.calendar} />
      <Growth growth={data.growth} />
    </section>
  );
}
