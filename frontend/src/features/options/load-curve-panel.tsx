import { SegmentedControl } from "@mantine/core";
import { lazy, useState } from "react";
import type { OptionDetails } from "@/api/types";
import { ChartFrame, type ChartTable } from "@/components/charts/chart-frame";
import { Section } from "@/components/ui/section";
import { figure, ratio } from "@/lib/format";
import { optionColor, optionDash } from "@/lib/options";
import type { OptionName } from "@/api/types";
import type { AdviceParams } from "@/lib/page-state";
import {
  type CurveLine,
  type CurveRow,
  type Measure,
  curveLines,
  curveRows,
  loadUnit,
  usersToday,
} from "./load-curves";

const LoadCurveChart = lazy(() => import("@/components/charts/load-curve-chart"));

interface Props {
  details: OptionDetails;
  /** What the advice was asked for. */
  asked: AdviceParams;
  selected: OptionName;
}

const MEASURES: Record<Measure, string> = { throughput: "Throughput", response: "Response time" };
const HEIGHT_PX = 300;
/** Response times grow without end where a disk or a CPU is full; the rest would be flat beside them. */
const MOST_RESPONSE = 4;

function highest(rows: readonly CurveRow[]): number {
  return Math.max(1, ...rows.flatMap(({ values }) => Object.values(values).map((v) => v ?? 0)));
}

function tableOf(lines: readonly CurveLine[], rows: readonly CurveRow[], unit: string): ChartTable {
  const headings = [unit, ...lines.map(({ title }) => title)];
  return {
    headings,
    rows: rows.map(({ users, today, values }) => [
      `${figure(users)}${today ? " (today)" : ""}`,
      ...lines.map(({ option }) => {
        const value = values[option];
        return value == null ? "not carried" : ratio(value);
      }),
    ]),
    figures: rows.map(({ users, values }) => [
      users,
      ...lines.map(({ option }) => values[option] ?? null),
    ]),
  };
}

function intro(unit: string, asked: AdviceParams): string {
  const counted =
    asked.users === undefined
      ? `Users are not stated, so the load is counted in ${unit}; state users and think time under “Device, storage, users” to count users.`
      : "";
  return `Today = 1, every uncertain input at its expected value; the ranges at today’s load are on the options above. ${counted}`;
}

/** How each option fares when more or fewer people work than today. */
export function LoadCurvePanel({ details, asked, selected }: Props) {
  const [measure, setMeasure] = useState<Measure>("throughput");
  const lines = curveLines(details.options, selected);
  if (lines.length === 0) return null;
  const rows = curveRows(lines, measure);
  const today = usersToday(lines);
  const unit = loadUnit(asked);
  const most = highest(rows);
  const cut = measure === "response" && most > MOST_RESPONSE;
  const marked = today === null ? "" : `; today ${figure(today)}`;
  return (
    <Section
      title="Throughput and response time against users"
      intro={intro(unit, asked)}
      aside={
        <SegmentedControl
          className="no-print"
          size="xs"
          aria-label="What to show against users"
          data={Object.entries(MEASURES).map(([value, label]) => ({ value, label }))}
          value={measure}
          onChange={(value) => setMeasure(value === "response" ? "response" : "throughput")}
        />
      }
    >
      <p className="small">
        <strong>{MEASURES[measure]}, today = 1.</strong>{" "}
        {measure === "throughput" ? "Higher is better." : "Lower is better."}
        {cut &&
          ` Lines that leave the chart go above ${MOST_RESPONSE} times today; the figures are in the table.`}
      </p>
      <ChartFrame
        name={`${MEASURES[measure]} against ${unit}`}
        summary={`${MEASURES[measure]} against ${unit} for ${lines.length} options${marked}; the table has the figures`}
        heightPx={HEIGHT_PX}
        legend={lines.map(({ option, title }) => ({
          label: title,
          color: optionColor(option),
          mark: "line",
          dash: optionDash(option),
          strong: option === selected,
        }))}
        table={tableOf(lines, rows, unit)}
      >
        <LoadCurveChart
          rows={rows}
          lines={lines}
          selected={selected}
          today={today}
          unit={unit}
          top={cut ? MOST_RESPONSE : null}
          heightPx={HEIGHT_PX}
        />
      </ChartFrame>
    </Section>
  );
}
