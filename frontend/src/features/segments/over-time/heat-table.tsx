import { memo, useMemo, useRef, useState } from "react";
import type { HeatMap } from "@/api/types";
import {
  type HeatRow,
  cellText,
  headingsOf,
  placeWords,
  rowsOf,
  stepTo,
  strengthOf,
  strongest,
} from "./rows";
import "./over-time.css";

interface RowProps {
  row: HeatRow;
  at: number;
  /** The column that the Tab key stops at; none in other rows. */
  reached: number | null;
  steps: readonly string[];
  most: number;
}

const Row = memo(function Row({ row, at, reached, steps, most }: RowProps) {
  const place = row.place ?? "unknown";
  return (
    <tr className={`over-${place}`}>
      <th scope="row" title={row.label}>
        {place === "in" && <span aria-hidden="true">✓ </span>}
        {row.label}
        <span className="visually-hidden"> {placeWords(row.place)}</span>
      </th>
      {row.cells.map((cell, column) => (
        <td
          key={steps[column]}
          className={`over-cell over-cell-${cell.kind}`}
          data-cell={`${at} ${column}`}
          tabIndex={reached === column ? 0 : -1}
          aria-label={cellText(row, cell, steps[column] ?? "")}
          style={
            cell.kind === "told"
              ? {
                  backgroundColor: `color-mix(in srgb, var(--wait-user-io) ${strengthOf(cell.reads, most)}%, var(--panel))`,
                }
              : undefined
          }
        />
      ))}
    </tr>
  );
});

/** Its place among all, as row and column. */
function placeOf(target: EventTarget): [number, number] | null {
  const found = (target as Element).closest("[data-cell]")?.getAttribute("data-cell")?.split(" ");
  return found ? [Number(found[0]), Number(found[1])] : null;
}

/** Reads of segments over time: one stop of the Tab key, arrow keys go from cell to cell. */
export function HeatTable({ map, onLook }: { map: HeatMap; onLook: (text: string) => void }) {
  const table = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState<readonly [number, number]>([0, 0]);
  const rows = useMemo(() => rowsOf(map), [map]);
  const most = useMemo(() => strongest(rows.filter(({ place }) => place !== "group")), [rows]);
  const look = (target: EventTarget) => {
    const place = placeOf(target);
    const [at, column] = place ?? [-1, -1];
    const row = rows[at];
    const cell = row?.cells[column];
    onLook(row && cell ? cellText(row, cell, map.steps[column] ?? "") : "");
  };
  return (
    <table
      ref={table}
      // A grid of the ARIA practices is a table that arrow keys go through.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      className="over-time small"
      aria-label="Reads of segments over time"
      onMouseOver={({ target }) => look(target)}
      onMouseLeave={() => onLook("")}
      onFocus={({ target }) => {
        const place = placeOf(target);
        if (place) setReached(place);
        look(target);
      }}
      onKeyDown={(event) => {
        const place = placeOf(event.target);
        const next = place && stepTo(place, event.key, rows.length, map.steps.length);
        if (!next) return;
        event.preventDefault();
        table.current?.querySelector<HTMLElement>(`[data-cell="${next.join(" ")}"]`)?.focus();
      }}
    >
      <thead>
        <tr>
          <th scope="col">Segment</th>
          {headingsOf(map).map(({ key, label, columns }) => (
            <th key={key} scope="colgroup" colSpan={columns} className="over-heading">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            at={at}
            reached={reached[0] === at ? reached[1] : null}
            steps={map.steps}
            most={most}
          />
        ))}
      </tbody>
    </table>
  );
}
