import { lazy, useState } from "react";
import type { Advice, Timeline } from "@/api/types";
import { useCase } from "@/case/case";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Section } from "@/components/ui/section";
import { UNKNOWN, figure, percent } from "@/lib/format";
import { waitClassColor, waitClassLabel } from "@/lib/wait-classes";
import { HoursChoice } from "./hours-choice";
import { type Picked, WindowPicker } from "./window-picker";
import {
  THE_REST,
  byClass,
  chartedClasses,
  sessionsRows,
  statedHours,
  summary,
} from "./sessions-rows";

const SessionsChart = lazy(() => import("@/components/charts/sessions-chart"));
const HEIGHT_PX = 220;

const known = (value: number | null, show: (value: number) => string) =>
  value == null ? UNKNOWN : show(value);

function cpusText({ cpus, cores }: Timeline): string {
  if (cpus == null) return "How many CPUs there are is not in the reports.";
  return `The machine has ${figure(cpus)} CPUs${cores == null ? "" : ` (${figure(cores)} cores)`}.`;
}

function tableOf(timeline: Timeline) {
  const rows = sessionsRows(timeline);
  const shown = rows.map(({ label, until, used, point }) => [
    label,
    until,
    known(point.average_active_sessions, figure),
    percent(point.read_wait_pct),
    known(point.txn_per_s, figure),
    used ? "✓ used" : "not used",
  ]);
  return {
    headings: [
      "From",
      "To",
      "active sessions",
      "reads, of DB time",
      "transactions/s",
      "in the answer",
    ],
    rows: shown,
    figures: rows.map(({ used, point }) => [
      point.begin_time,
      point.end_time,
      point.average_active_sessions,
      point.read_wait_pct,
      point.txn_per_s,
      used,
    ]),
  };
}

/** How the load runs over the intervals, by wait class; a click or a stroke over hours picks a window of them. */
export function SessionsPanel({ advice, timeline }: { advice: Advice; timeline: Timeline }) {
  const { state } = useCase();
  const [drawn, setDrawn] = useState<Picked | null>(null);
  const rows = sessionsRows(timeline);
  const charted = chartedClasses(timeline);
  const hasRest = timeline.points.some(({ classes }) =>
    Object.keys(classes).some((name) => !charted.includes(name)),
  );
  const series = [...charted, ...(hasRest ? [THE_REST] : [])].map((key) => ({
    key,
    name: waitClassLabel(key),
    color: waitClassColor(key),
  }));
  const choose = (from: number, to: number) => {
    const [first, last] = [timeline.points[from], timeline.points[to]];
    const hours = first && last && statedHours(first, last);
    if (hours) setDrawn({ from: hours.hours_from, to: hours.hours_to });
  };
  return (
    <Section
      title="Average active sessions"
      intro={`${advice.hours?.text ?? ""} ${cpusText(timeline)} Full: used for the answer. Faded: not used. Click an hour, draw over several, or type a window: use it for the answer, or compare with it.`}
    >
      <HoursChoice timeline={timeline} />
      <WindowPicker
        picked={drawn ?? { from: state.hours_from ?? "", to: state.hours_to ?? "" }}
        onPick={setDrawn}
      />
      <ChartFrame
        name="Average active sessions"
        summary={summary(timeline)}
        heightPx={HEIGHT_PX}
        legend={series.map(({ name, color }) => ({
          label: name,
          color,
          mark: "area",
        }))}
        table={tableOf(timeline)}
      >
        <SessionsChart
          rows={rows.map((row) => ({ ...row, values: byClass(row.point, charted) }))}
          series={series}
          cpus={timeline.cpus}
          heightPx={HEIGHT_PX}
          onHours={choose}
        />
      </ChartFrame>
      {timeline.notes.length > 0 && (
        <ul className="findings" aria-label="About these hours">
          {timeline.notes.map((note) => (
            <li key={`${note.code} ${note.message}`}>{note.message}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
