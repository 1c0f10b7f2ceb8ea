import { SegmentedControl } from "@mantine/core";
import { Suspense, lazy, useState } from "react";
import type { OptionDetails } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { Value } from "@/components/ui/value";
import { figure, ratio } from "@/lib/format";
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
/** Response times grow without end where a disk or a CPU is full; the rest would be flat beside them. */
const MOST_RESPONSE = 4;

function highest(rows: readonly CurveRow[]): number {
  return Math.max(1, ...rows.flatMap(({ values }) => Object.values(values).map((v) => v ?? 0)));
}

function Table({ lines, rows, unit }: { lines: CurveLine[]; rows: CurveRow[]; unit: string }) {
  return (
    <details>
      <summary>Show the figures</summary>
      <ScrollRegion label="Load curves">
        <table className="table small">
          <caption className="visually-hidden">Load curves, today = 1</caption>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {lines.map(({ option, title }) => (
                <th key={option} scope="col" className="right">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ users, today, values }) => (
              <tr key={users}>
                <th scope="row">
                  {figure(users)}
                  {today && " (today)"}
                </th>
                {lines.map(({ option }) => (
                  <td key={option} className="right">
                    <Value why="not carried at this load">{ratio(values[option])}</Value>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

function intro(unit: string, asked: AdviceParams): string {
  const counted =
    asked.users === undefined
      ? `Users are not stated, so the load is counted in ${unit}; state users and think time above to count users.`
      : "";
  return `Today = 1, every uncertain input at its expected value; the ranges at today’s load are on the options above. ${counted}`;
}

/** How each option fares when more or fewer people work than today. */
export function LoadCurvePanel({ details, asked, selected }: Props) {
  const [measure, setMeasure] = useState<Measure>("throughput");
  const lines = curveLines(details.options);
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
      <Suspense fallback={<div className="load-curve-space" />}>
        <LoadCurveChart
          rows={rows}
          lines={lines}
          selected={selected}
          today={today}
          unit={unit}
          top={cut ? MOST_RESPONSE : null}
          summary={`${MEASURES[measure]} against ${unit} for ${lines.length} options${marked}; the table below has the figures`}
        />
      </Suspense>
      <Table lines={lines} rows={rows} unit={unit} />
    </Section>
  );
}
