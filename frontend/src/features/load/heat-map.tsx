import type { Timeline } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { figure } from "@/lib/format";
import { type Day, heatDays, strongest } from "./heat-days";
import "./heat-map.css";

const HOURS = [...Array(24).keys()];
const LEAST_DAYS = 2;

function Cell({ day, hour, most }: { day: Day; hour: number; most: number }) {
  const sessions = day.hours.get(hour);
  if (sessions === undefined) return <td className="heat-none" aria-label="no report" />;
  const strength = Math.round((100 * sessions) / most);
  return (
    <td
      className={strength > 55 ? "heat-cell heat-strong" : "heat-cell"}
      style={{
        backgroundColor: `color-mix(in srgb, var(--wait-user-io) ${strength}%, var(--panel))`,
      }}
    >
      {figure(Number(sessions.toPrecision(2)))}
    </td>
  );
}

/** Average active sessions by day and hour: when the load comes. Absent where the reports are of a single day. */
export function HeatMap({ timeline }: { timeline: Timeline }) {
  const days = heatDays(timeline);
  if (days.length < LEAST_DAYS) return null;
  const most = strongest(days);
  return (
    <Section
      title="Day by hour"
      intro="Average active sessions; the stronger the colour, the more."
    >
      <ScrollRegion label="Table of day by hour">
        <table className="heat-map small">
          <caption className="visually-hidden">Average active sessions by day and hour</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{day.label}</th>
                {HOURS.map((hour) => (
                  <Cell key={hour} day={day} hour={hour} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}
