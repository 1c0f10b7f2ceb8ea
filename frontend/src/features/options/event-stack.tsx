import { lazy } from "react";
import type { Comparison, OptionAdvice, OptionDetails } from "@/api/types";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Value } from "@/components/ui/value";
import { seconds } from "@/lib/format";
import { waitClassColor, waitClassLabel } from "@/lib/wait-classes";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { loadText } from "@/lib/compared-load";
import { type EventRow, eventRows, foldRows } from "./event-rows";

const EventStackChart = lazy(() => import("@/components/charts/event-stack-chart"));
const CHARTED = 8;
const BAR_PX = 46;
const AXIS_PX = 40;

interface Props {
  details: OptionDetails;
  option: OptionAdvice;
  comparison: Comparison | undefined;
}

function Row({ row, measured }: { row: EventRow; measured: boolean }) {
  return (
    <tr>
      <th scope="row">
        <span className="row">
          <span className="icon-dot" style={{ backgroundColor: waitClassColor(row.waitClass) }} />
          {waitClassLabel(row.event)}
        </span>
      </th>
      <td className="right">
        <Value>{seconds(row.today)}</Value>
      </td>
      <td className="right">
        <Value why="cannot be told">{seconds(row.predicted)}</Value>
      </td>
      {measured && (
        <td className="right">
          <Value>{seconds(row.measured)}</Value>
        </td>
      )}
    </tr>
  );
}

/** Wait events today, predicted and measured: bars, and the same as a table. */
export function EventStack({ details, option, comparison }: Props) {
  const rows = foldRows(eventRows(details, option, comparison), CHARTED);
  if (rows.length === 0) return null;
  const measured = comparison !== undefined;
  const load = loadText(comparison);
  const heightPx = (measured ? 3 : 2) * BAR_PX + AXIS_PX;
  return (
    <div className="stack-tight">
      <h3 className="plain-heading">Seconds of DB time in an hour, by event</h3>
      {load && <p className="small">{load}</p>}
      <ChartFrame
        name={`Wait events of ${option.title}`}
        summary={`Seconds of DB time in an hour by event, today${measured ? ", predicted and measured" : " and predicted"}; the table has the figures`}
        heightPx={heightPx}
        table={{
          headings: ["event", "today", "predicted", ...(measured ? ["measured"] : [])],
          rows: rows.map((row) => [
            waitClassLabel(row.event),
            seconds(row.today),
            seconds(row.predicted),
            ...(measured ? [seconds(row.measured)] : []),
          ]),
          figures: rows.map((row) => [
            row.event,
            row.today,
            row.predicted,
            ...(measured ? [row.measured] : []),
          ]),
        }}
      >
        <EventStackChart
          measured={measured}
          heightPx={heightPx}
          rows={rows.map((row) => ({
            ...row,
            label: waitClassLabel(row.event),
            color: waitClassColor(row.waitClass),
          }))}
        />
      </ChartFrame>
      <ScrollRegion label="Wait events compared">
        <table className="table small">
          <caption className="visually-hidden">Wait events of {option.title}</caption>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col" className="right">
                Today
              </th>
              <th scope="col" className="right">
                Predicted
              </th>
              {measured && (
                <th scope="col" className="right">
                  Measured
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.event} row={row} measured={measured} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
