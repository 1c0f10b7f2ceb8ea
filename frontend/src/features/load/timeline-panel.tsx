import { Suspense, lazy } from "react";
import type { Timeline } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { Value } from "@/components/ui/value";
import { UNKNOWN, figure, percent } from "@/lib/format";
import { type TimelineRow, summary, timelineRows } from "./timeline-rows";
import "./timeline-panel.css";

const TimelineChart = lazy(() => import("@/components/charts/timeline-chart"));

function Row({ row }: { row: TimelineRow }) {
  const { average_active_sessions: sessions, read_wait_pct: reads, txn_per_s: txn } = row.point;
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <td>{row.until}</td>
      <td className="right">
        <Value>{sessions == null ? UNKNOWN : figure(sessions)}</Value>
      </td>
      <td className="right">
        <Value>{percent(reads)}</Value>
      </td>
      <td className="right">
        <Value>{txn == null ? UNKNOWN : figure(txn)}</Value>
      </td>
      <td>{row.used ? "✓ used" : "not used"}</td>
    </tr>
  );
}

function Table({ rows }: { rows: readonly TimelineRow[] }) {
  return (
    <details>
      <summary>Show the figures</summary>
      <ScrollRegion label="Load over time">
        <table className="table small timeline-table">
          <caption className="visually-hidden">Load over time</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className="right">
                active sessions
              </th>
              <th scope="col" className="right">
                reads, of DB time
              </th>
              <th scope="col" className="right">
                transactions/s
              </th>
              <th scope="col">In the advice</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

/** How the load runs over the intervals, which of them the advice is made from, and what is missing between them. */
export function TimelinePanel({ timeline, intro }: { timeline: Timeline | null; intro: string }) {
  if (!timeline || timeline.points.length < 2) return null;
  const rows = timelineRows(timeline);
  return (
    <Section title="Load over time" intro={intro}>
      <Suspense fallback={<div className="timeline-space" />}>
        <TimelineChart rows={rows} summary={summary(timeline)} />
      </Suspense>
      {timeline.notes.length > 0 && (
        <ul className="findings" aria-label="Gaps and restarts">
          {timeline.notes.map((note) => (
            <li key={`${note.code} ${note.message}`}>{note.message}</li>
          ))}
        </ul>
      )}
      <Table rows={rows} />
    </Section>
  );
}
