import { useMemo } from "react";
import type { Timeline } from "@/api/types";
import { useCase } from "@/case/case";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { figure } from "@/lib/format";
import { type Day, heatDays, strongest } from "./heat-days";
import { layersOf, loadOf } from "./stacks";
import "./heat-map.css";

const HOURS = [...Array(24).keys()];
const LEAST_DAYS = 2;
/** Of the colour, in the hour with most: the figure on it is read in both themes. */
const MOST_COLOR_PCT = 50;

function Cell({ day, hour, most }: { day: Day; hour: number; most: number }) {
  const sessions = day.hours.get(hour);
  if (sessions === undefined) return <td className="heat-none" aria-label="not known" />;
  const strength = Math.round((MOST_COLOR_PCT * sessions) / most);
  return (
    <td
      className="heat-cell"
      style={{
        backgroundColor: `color-mix(in srgb, var(--wait-user-io) ${strength}%, var(--panel))`,
      }}
    >
      {figure(Number(sessions.toPrecision(2)))}
    </td>
  );
}

/** Average active sessions by day and hour, of what the load is kept to: when it comes. Absent where the reports are of a single day. */
export function HeatMap({ timeline }: { timeline: Timeline }) {
  const { load_by: by = "class", load_only: only } = useCase().state;
  const layers = useMemo(() => layersOf(timeline.points, by), [timeline, by]);
  const days = useMemo(() => {
    const told = heatDays(timeline, (point) => loadOf(point, layers, only));
    return heatDays(timeline).map(
      (day) => told.find(({ date }) => date === day.date) ?? { ...day, hours: new Map() },
    );
  }, [timeline, layers, only]);
  if (days.length < LEAST_DAYS) return null;
  const most = strongest(days);
  const kept = layers.find(({ key }) => key === only)?.name;
  const what = `${kept ? `${kept}: average` : "Average"} active sessions`;
  return (
    <Section
      title="Day by hour"
      intro={`${what}; the stronger the colour, the more. Hatched: not known.`}
    >
      <ScrollRegion label="Table of day by hour">
        <table className="heat-map small">
          <caption className="visually-hidden">{what} by day and hour</caption>
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
