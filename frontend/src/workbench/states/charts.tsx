import { GainAxis, GainPlot } from "@/components/charts/gain-plot";
import { MeasuredPlot } from "@/components/charts/measured-plot";
import { StackedBar } from "@/components/charts/stacked-bar";
import EventStackChart from "@/components/charts/event-stack-chart";
import FrontierChart from "@/components/charts/frontier-chart";
import HitCurveChart from "@/components/charts/hit-curve-chart";
import LatencyChart from "@/components/charts/latency-chart";
import LoadCurveChart from "@/components/charts/load-curve-chart";
import ParetoChart from "@/components/charts/pareto-chart";
import ScoreChart from "@/components/charts/score-chart";
import type { Shown } from "../shown";

const SCALE = { from: -5, to: 80 };
const HEIGHT_PX = 220;
const frontier = [0, 50, 100, 200, 400].map((amount, at) => ({
  amount,
  moves: at * 3,
  gain: 60 * (1 - Math.exp(-amount / 90)),
  band: [45 * (1 - Math.exp(-amount / 90)), 70 * (1 - Math.exp(-amount / 90))] as [number, number],
}));
const event = {
  event: "db file sequential read",
  label: "db file sequential read",
  color: "#2f6fde",
};

export const shown: readonly Shown[] = [
  {
    component: "Gain plot",
    states: {
      "a gain": <GainPlot {...SCALE} low={41} expected={58} high={71} ceiling={75} />,
      "no gain": <GainPlot {...SCALE} low={-3} expected={0} high={2} ceiling={75} />,
      "not known": <GainPlot {...SCALE} low={0} expected={null} high={60} ceiling={null} />,
      "its axis": <GainAxis {...SCALE} ceiling={75} />,
    },
  },
  {
    component: "Measured plot",
    states: {
      inside: (
        <MeasuredPlot before={10} after={4.2} predicted={{ low: 3.5, high: 5.1 }} most={12} />
      ),
      outside: <MeasuredPlot before={10} after={9} predicted={{ low: 3.5, high: 5.1 }} most={12} />,
      "nothing foreseen": <MeasuredPlot before={null} after={9} predicted={null} most={12} />,
    },
  },
  {
    component: "Stacked bar",
    states: {
      "three parts": (
        <StackedBar
          summary="DB time by class"
          parts={[
            { name: "cpu", label: "CPU", value: 20, color: "#2e9e5b" },
            { name: "io", label: "User I/O", value: 71, color: "#2f6fde" },
            { name: "rest", label: "unexplained", value: 9, color: "#888888", hatched: true },
          ]}
        />
      ),
    },
  },
  {
    component: "Frontier",
    states: {
      "knee and ceiling": (
        <FrontierChart
          rows={frontier}
          unit="GB"
          knee={100}
          capacity={300}
          ceiling={75}
          heightPx={HEIGHT_PX}
        />
      ),
      "neither is known": (
        <FrontierChart
          rows={frontier}
          unit="GB"
          knee={null}
          capacity={300}
          ceiling={null}
          heightPx={HEIGHT_PX}
        />
      ),
    },
  },
  {
    component: "Fewest segments",
    states: {
      "a few bring most": (
        <ParetoChart
          rows={[0, 50, 75, 90, 100].map((part, moves) => ({ part, moves, bytes: moves * 1e10 }))}
          heightPx={HEIGHT_PX}
        />
      ),
    },
  },
  {
    component: "Hit curve",
    states: {
      "advised and in use": (
        <HitCurveChart
          rows={[0, 32, 64, 128].map((gib) => ({ gib, hits: gib / 2, band: [gib / 3, gib / 1.6] }))}
          advised={64}
          inUse={32}
          heightPx={HEIGHT_PX}
        />
      ),
    },
  },
  {
    component: "Latency",
    states: {
      "of waits and of time": (
        <LatencyChart
          rows={[
            { label: "< 1 ms", waits_pct: 60, time_pct: 5 },
            { label: "< 8 ms", waits_pct: 30, time_pct: 35 },
            { label: "< 64 ms", waits_pct: 10, time_pct: 60 },
          ]}
          color="#2f6fde"
          heightPx={HEIGHT_PX}
        />
      ),
      "waits alone": (
        <LatencyChart
          rows={[{ label: "< 1 ms", waits_pct: 100, time_pct: null }]}
          color="#2f6fde"
          heightPx={HEIGHT_PX}
        />
      ),
    },
  },
  {
    component: "Load curve",
    states: {
      "an option next to today's storage": (
        <LoadCurveChart
          rows={[4, 8, 16, 32].map((users) => ({
            users,
            values: { none: users / 8, segments: users / 20 },
          }))}
          lines={[
            { option: "none", title: "Do nothing" },
            { option: "segments", title: "Best segments" },
          ]}
          selected="segments"
          today={8}
          unit="users"
          top={null}
          heightPx={HEIGHT_PX}
        />
      ),
    },
  },
  {
    component: "Scoreboard",
    states: {
      "inside and outside": (
        <ScoreChart
          points={[
            { name: "a", measured: 0.5, forecast: 0.55, reach: [0.1, 0.1], inside: true },
            { name: "b", measured: 0.9, forecast: 0.6, reach: [0.1, 0.1], inside: false },
          ]}
          heightPx={HEIGHT_PX}
        />
      ),
    },
  },
  {
    component: "Events before and after",
    states: {
      "today and forecast": (
        <EventStackChart
          rows={[{ ...event, today: 7040, predicted: 900, measured: null }]}
          measured={false}
          heightPx={160}
        />
      ),
      measured: (
        <EventStackChart
          rows={[{ ...event, today: 7040, predicted: 900, measured: 1200 }]}
          measured
          heightPx={160}
        />
      ),
    },
  },
];
