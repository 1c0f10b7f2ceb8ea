import type { Ledger, PlanDocument } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { Value } from "@/components/ui/value";
import { UNKNOWN, bytes, figure, plural } from "@/lib/format";

type Minutes = Pick<Ledger, "minutes_low" | "minutes_high">;

/** "18 to 139 minutes"; one figure where both ends are the same. */
export function minutesText({ minutes_low: low, minutes_high: high }: Minutes): string {
  if (low == null || high == null) return UNKNOWN;
  return low === high ? plural(high, "minute") : `${figure(low)} to ${plural(high, "minute")}`;
}

const OUTAGE: Record<Ledger["steps"][number]["outage"], string> = {
  none: "none",
  "short-lock": "a short lock",
  "blocks-writes": "blocks writes",
  restart: "a restart",
  "looked-up": "looked up where it runs",
};

function facts(ledger: Ledger, plan: PlanDocument): [string, string][] {
  return [
    ["Moved", bytes(ledger.moved_bytes)],
    ["Redo", bytes(ledger.redo_bytes)],
    ["Archived redo", bytes(ledger.archive_bytes)],
    ["Space for sorts", bytes(ledger.sort_bytes)],
    ["Time", minutesText(ledger)],
    // Of several tiers each has its room, which plan.md tells folder by folder.
    ...(plan.option === "tiers"
      ? []
      : [
          ["On the SSD", `${bytes(plan.needed_bytes)} of ${bytes(plan.usable_bytes)}`] as [
            string,
            string,
          ],
        ]),
  ];
}

function StepCosts({ ledger }: { ledger: Ledger }) {
  return (
    <ScrollRegion label="What each step needs">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" className="right">
              Statements
            </th>
            <th scope="col" className="right">
              Moved
            </th>
            <th scope="col" className="right">
              Redo
            </th>
            <th scope="col" className="right">
              Sorts
            </th>
            <th scope="col">Time</th>
            <th scope="col">Outage</th>
          </tr>
        </thead>
        <tbody>
          {ledger.steps.map((step) => (
            <tr key={step.file}>
              <th scope="row">{step.file}</th>
              <td className="right num">{figure(step.operations)}</td>
              <td className="right num">{bytes(step.moved_bytes)}</td>
              <td className="right num">{bytes(step.redo_bytes)}</td>
              <td className="right num">{bytes(step.sort_bytes)}</td>
              <td className="num">{minutesText(step)}</td>
              <td>{OUTAGE[step.outage]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Room({ room }: { room: Ledger["room"] }) {
  if (room.length === 0) return null;
  return (
    <ScrollRegion label="Room each tablespace must have">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Tablespace</th>
            <th scope="col" className="right">
              Room it must have
            </th>
            <th scope="col">For</th>
          </tr>
        </thead>
        <tbody>
          {room.map(({ pdb, tablespace, bytes: size, why }) => (
            <tr key={`${pdb} ${tablespace} ${why}`}>
              <th scope="row">
                {pdb && `${pdb}: `}
                {tablespace ?? UNKNOWN}
              </th>
              <td className="right num">{bytes(size)}</td>
              <td>{why === "arrives" ? "what arrives" : "the largest index written anew in it"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What the plan needs: together, by step, and by tablespace. */
export function LedgerPanel({ plan }: { plan: PlanDocument }) {
  const { ledger, needed_bytes: needed, usable_bytes: usable, rewrites_complete: complete } = plan;
  if (!ledger)
    return (
      <Section title="What it takes">
        <p>
          {bytes(needed)} of {bytes(usable)} on the SSD. This option moves nothing by name: its
          scripts look up what they move, and say what it needs before they do it.
        </p>
      </Section>
    );
  return (
    <Section title="What it takes">
      <dl className="plan-facts">
        {facts(ledger, plan).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">
              <Value>{value}</Value>
            </dd>
          </div>
        ))}
      </dl>
      <StepCosts ledger={ledger} />
      <Room room={ledger.room} />
      {ledger.of_unknown_size > 0 && (
        <p className="small">
          Excludes {plural(ledger.of_unknown_size, "segment")} of unknown size.
        </p>
      )}
      {complete === false && (
        <p className="small quiet">
          The files do not list every index of these tables; 00_precheck.sql does.
        </p>
      )}
    </Section>
  );
}
