import { lazy, useMemo, useState } from "react";
import type { Advice, Timeline } from "@/api/types";
import { useCase } from "@/case/case";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Served } from "@/components/ui/served";
import { Section } from "@/components/ui/section";
import { UNKNOWN, figure, percent, plural } from "@/lib/format";
import { HoursChoice } from "./hours-choice";
import { LayersLegend } from "./layers-legend";
import { sessionsRows, summary } from "./sessions-rows";
import { type Layer, kept, layersOf, partsOf, totalOf } from "./stacks";
import { StackChoice } from "./stack-choice";
import { thin } from "./thin";
import {
  type Span,
  type Stretch,
  atClock,
  clockOf,
  gapsOf,
  runsOf,
  spansOf,
  stretchText,
  tickText,
  timeTicks,
  wholeOf,
} from "./time-line";
import { isWhole, within } from "./view";
import { type Picked, WindowPicker } from "./window-picker";
import { TwoWindows } from "./two-windows";
import { Zoom } from "./zoom";

const LoadChart = lazy(() => import("@/components/charts/load-chart"));
const HEIGHT_PX = 260;
const MOST_BARS = 300;
/** While the view is dragged: each step is drawn anew. */
const MOST_BARS_MOVING = 120;
const MOST_TICKS = 12;
const WORTH_AN_OVERVIEW = 8;
const GAP = "gap";

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

function introOf(advice: Advice, timeline: Timeline, gaps: number, timed: number): string {
  const untimed = timeline.points.length - timed;
  const undrawn =
    untimed > 0 && timed > 0
      ? `${plural(untimed, "interval")} without times: in the table only. `
      : "";
  const missing = gaps > 0 ? `Hatched: no report (${plural(gaps, "gap")}). ` : "";
  return (
    `${advice.hours?.text ?? ""} ${cpusText(timeline)} Dark line on top: used for the answer. ${missing}${undrawn}` +
    "Click an hour, draw over several, or type a window to look at it; it counts for the answer only once you say so."
  );
}

/** What was drawn or typed, where both ends are known. */
function pickedStretch({ from, to }: Picked): Stretch | null {
  const [begin, end] = [atClock(from), atClock(to)];
  return begin !== null && end !== null && begin < end ? { from: begin, to: end } : null;
}

interface LoadProps {
  spans: readonly Span[];
  gaps: readonly Stretch[];
  loads: ReadonlyMap<Span, Record<string, number>>;
  layers: readonly Layer[];
  view: Stretch;
  moving: boolean;
  picked: Stretch | null;
  cpus: number | null;
  onWindow: (window: Stretch) => void;
}

/** The hours in view, as many bars as there is room for. */
function Load({ spans, gaps, loads, layers, view, moving, ...rest }: LoadProps) {
  const most = moving ? MOST_BARS_MOVING : MOST_BARS;
  const drawn = thin(spans, view, most, (span) => totalOf(loads.get(span) ?? {}, layers));
  const inView = ({ from, to }: Stretch) => to > view.from && from < view.to;
  return (
    <LoadChart
      {...rest}
      bars={drawn.map(({ from, to, span, stands }) => ({
        from,
        to,
        label: () =>
          stands > 1
            ? `${stretchText(span)}: the busiest of ${plural(stands, "interval")}`
            : stretchText(span),
        values: loads.get(span) ?? {},
      }))}
      series={layers}
      view={view}
      ticks={timeTicks(view, MOST_TICKS)}
      tickText={tickText}
      gaps={gaps.filter(inView)}
      used={runsOf(spans.filter(({ point }) => point.used)).filter(inView)}
      heightPx={HEIGHT_PX}
    />
  );
}

/** How the load runs over time: which hours are in view, what they are stacked by, and which window of them is looked at closer. */
export function SessionsPanel({ advice, timeline }: { advice: Advice; timeline: Timeline }) {
  const { state, change } = useCase();
  const [drawn, setDrawn] = useState<Picked | null>(null);
  const [moving, setMoving] = useState<Stretch | null>(null);
  const by = state.load_by ?? "class";
  const spans = useMemo(() => spansOf(timeline), [timeline]);
  const layers = useMemo(() => layersOf(timeline.points, by), [timeline, by]);
  const shown = useMemo(() => kept(layers, state.load_only), [layers, state.load_only]);
  const loads = useMemo(
    () => new Map(spans.map((span) => [span, partsOf(span.point, layers)])),
    [spans, layers],
  );
  const picked = drawn ?? { from: state.hours_from ?? "", to: state.hours_to ?? "" };
  const notes = timeline.notes.filter(({ code }) => code !== GAP || spans.length === 0);
  const whole = useMemo(() => (spans.length > 0 ? wholeOf(spans) : null), [spans]);
  const least = Math.min(...spans.map(({ from, to }) => to - from));
  const stated = { from: atClock(state.view_from), to: atClock(state.view_to) };
  const view = whole && (moving ?? within(stated, whole));
  const look = (to: Stretch) => {
    const all = whole === null || isWhole(to, whole);
    setMoving(null);
    change({
      view_from: all ? undefined : clockOf(to.from),
      view_to: all ? undefined : clockOf(to.to),
    });
  };
  const window = useMemo(
    () => pickedStretch({ from: picked.from, to: picked.to }),
    [picked.from, picked.to],
  );
  const table = useMemo(() => tableOf(timeline), [timeline]);
  const said = useMemo(() => summary(timeline), [timeline]);
  const gaps = useMemo(() => gapsOf(spans), [spans]);
  return (
    <Section
      title="Average active sessions"
      intro={introOf(advice, timeline, gaps.length, spans.length)}
    >
      <ChartFrame
        name="Average active sessions"
        summary={said}
        heightPx={HEIGHT_PX}
        controls={
          <div className="stack-tight">
            <StackChoice
              by={by}
              onBy={(next) =>
                change({ load_by: next === "class" ? undefined : next, load_only: undefined })
              }
            />
            <LayersLegend
              layers={layers}
              only={state.load_only}
              onOnly={(load_only) => change({ load_only })}
            />
          </div>
        }
        colors={shown}
        table={table}
      >
        {whole && view ? (
          <Load
            spans={spans}
            gaps={gaps}
            loads={loads}
            layers={shown}
            view={view}
            moving={moving !== null}
            picked={window}
            cpus={timeline.cpus}
            onWindow={({ from, to }) => setDrawn({ from: clockOf(from), to: clockOf(to) })}
          />
        ) : (
          <p>
            These reports print no times, so there is no time axis; the table has their figures.
          </p>
        )}
      </ChartFrame>
      {whole && view && spans.length >= WORTH_AN_OVERVIEW && (
        <Zoom
          {...{ spans, gaps, loads, whole, view, least }}
          layers={shown}
          window={window}
          onMove={setMoving}
          onLook={look}
        />
      )}
      <Served>
        <WindowPicker picked={picked} onPick={setDrawn} />
      </Served>
      {window && <TwoWindows spans={spans} layers={shown} picked={window} />}
      <Served>
        <HoursChoice timeline={timeline} />
      </Served>
      {notes.length > 0 && (
        <ul className="findings" aria-label="About these hours">
          {notes.map((note) => (
            <li key={`${note.code} ${note.message}`}>{note.message}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
