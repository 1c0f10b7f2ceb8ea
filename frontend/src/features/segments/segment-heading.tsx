import type { Sort } from "@/lib/page-state";
import type { Column } from "./columns";

interface Props {
  column: Column;
  sort: Sort;
  dir: "asc" | "desc";
  onSort: (sort: Sort) => void;
}

function ariaSort({ column, sort, dir }: Omit<Props, "onSort">) {
  if (!column.sort) return undefined;
  if (column.sort !== sort) return "none";
  return dir === "asc" ? "ascending" : "descending";
}

export function SegmentHeading({ onSort, ...props }: Props) {
  const { column, sort, dir } = props;
  const by = column.sort;
  return (
    <div
      role="columnheader"
      aria-sort={ariaSort(props)}
      className={column.right ? "right" : ""}
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
