import { useState } from "react";
import type { TopEvent } from "@/api/types";
import { AllRowsButton } from "@/components/ui/all-rows-button";
import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { count, latency, percent, seconds } from "@/lib/format";
import { optionLabel } from "@/lib/options";
import { waitClassColor } from "@/lib/wait-classes";

const SHOWN_FIRST = 6;

function HelpedBy({ event }: { event: TopEvent }) {
  if (event.helped_by.length === 0) return <span className="quiet">none to count on</span>;
  return (
    <span className="helped-by">
      {event.demand === "locks" && <span className="quiet">perhaps</span>}
      {event.helped_by.map((option) => (
        <span key={option} className="tag">
          {optionLabel(option)}
        </span>
      ))}
    </span>
  );
}

function EventRow({ event }: { event: TopEvent }) {
  return (
    <tr>
      <th scope="row">
        <span className="legend-name">
          <span
            className="icon-dot"
            style={{ backgroundColor: waitClassColor(event.wait_class ?? event.event) }}
          />
          {event.event}
        </span>
      </th>
      <td className="right">
        <Value>{count(event.waits_per_hour)}</Value>
      </td>
      <td className="right">
        <Value>{seconds(event.time_s_per_hour)}</Value>
      </td>
      <td className="right">
        <Value>{latency(event.avg_wait_us)}</Value>
      </td>
      <td className="right">
        <Value>{percent(event.db_time_pct)}</Value>
      </td>
      <td>
        <HelpedBy event={event} />
      </td>
      <td className="no-print">
        <SourceButton of={event.event} evidence={event.evidence} field="time_s" />
      </td>
    </tr>
  );
}

/** The events with the most time; what would shorten each. */
export function TopEvents({ events }: { events: readonly TopEvent[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? events : events.slice(0, SHOWN_FIRST);
  return (
    <ScrollRegion label="Top events">
      <table className="table">
        <caption className="visually-hidden">Top events</caption>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" className="right">
              waits per hour
            </th>
            <th scope="col" className="right">
              s per hour
            </th>
            <th scope="col" className="right">
              average
            </th>
            <th scope="col" className="right">
              of DB time
            </th>
            <th scope="col">helped by</th>
            <th scope="col" className="no-print">
              <span className="visually-hidden">Source</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((event) => (
            <EventRow key={event.event} event={event} />
          ))}
        </tbody>
      </table>
      <AllRowsButton
        first={SHOWN_FIRST}
        total={events.length}
        of="events"
        shown={all}
        onToggle={() => setAll(!all)}
      />
    </ScrollRegion>
  );
}
