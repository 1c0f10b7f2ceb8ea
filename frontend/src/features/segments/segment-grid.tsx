import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { Sort } from "@/lib/page-state";
import { SegmentGridRow } from "./segment-grid-row";
import type { SegmentRow } from "./rows";

interface Column {
  label: string;
  sort?: Sort;
  right?: boolean;
  title?: string;
}

export const COLUMNS: readonly Column[] = [
  { label: "Segment", sort: "segment" },
  { label: "Type" },
  { label: "Tablespace" },
  { label: "Size", sort: "size", right: true },
  {
    label: "IO share",
    sort: "io",
    right: true,
    title: "Of the instance's read and write requests",
  },
  { label: "R/W", sort: "rw", right: true, title: "Read requests for each write request" },
  { label: "Benefit", sort: "benefit", right: true, title: "Seconds of DB time saved in an hour" },
  {
    label: "Density",
    sort: "density",
    right: true,
    title: "Seconds of DB time saved in an hour for each GiB",
  },
  { label: "In or out" },
  { label: "Source" },
];

interface Props {
  rows: readonly SegmentRow[];
  /** As high as its rows; only for so many that drawing them all is cheap. */
  full: boolean;
  sort: Sort;
  dir: "asc" | "desc";
  onSort: (sort: Sort) => void;
  onAddSize: (name: string) => void;
}

const ROW_PX = 42;
const OVERSCAN = 12;

function ariaSort(column: Column, sort: Sort, dir: "asc" | "desc") {
  if (!column.sort) return undefined;
  if (column.sort !== sort) return "none";
  return dir === "asc" ? "ascending" : "descending";
}

function Heading({
  column,
  sort,
  dir,
  onSort,
}: { column: Column } & Omit<Props, "rows" | "full" | "onAddSize">) {
  const by = column.sort;
  const className = column.right ? "right" : "";
  return (
    <div
      role="columnheader"
      aria-sort={ariaSort(column, sort, dir)}
      className={className}
      title={column.title}
    >
      {by ? (
        <button type="button" className="grid-sort" onClick={() => onSort(by)}>
          {column.label}
          <span aria-hidden="true">{by === sort ? (dir === "asc" ? " ▲" : " ▼") : ""}</span>
        </button>
      ) : (
        column.label
      )}
    </div>
  );
}

/** All rows in a scrolling table that draws only those in view. */
export function SegmentGrid({ rows, full, sort, dir, onSort, onAddSize }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  return (
    <div
      ref={scroller}
      className={`segment-grid no-print ${full ? "segment-grid-full" : ""}`}
      tabIndex={0}
      role="region"
      aria-label="Ranked segments, scrollable"
    >
      <div role="table" aria-label="Ranked segments" aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className="grid-head">
          <div role="row" aria-rowindex={1} className="grid-row">
            {COLUMNS.map((column) => (
              <Heading key={column.label} column={column} sort={sort} dir={dir} onSort={onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <SegmentGridRow
                  key={item.key}
                  row={row}
                  index={item.index}
                  start={item.start}
                  measure={virtual.measureElement}
                  onAddSize={onAddSize}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}
