import type { ReactNode } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { databaseLabel } from "@/lib/database-name";
import type { FleetSort } from "@/lib/home-state";
import { COLUMNS, DatabaseLink, type FleetColumn, SHARED } from "./fleet-columns";
import type { HomeRow } from "./fleet-rows";

interface Props {
  rows: readonly HomeRow[];
  sort: FleetSort;
  dir: "asc" | "desc";
  shared: boolean;
  onSort: (sort: FleetSort) => void;
}

type HeadingProps = Pick<Props, "sort" | "dir" | "onSort"> &
  Pick<FleetColumn, "right"> & {
    by: FleetSort | undefined;
    children: ReactNode;
  };

function Heading({ by, sort, dir, right, onSort, children }: HeadingProps) {
  const mine = by !== undefined && by === sort;
  const order = dir === "asc" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      className={right ? "right" : ""}
      aria-sort={by === undefined ? undefined : mine ? order : "none"}
    >
      {by === undefined ? (
        children
      ) : (
        <button type="button" className="grid-sort" onClick={() => onSort(by)}>
          {children}
          <span aria-hidden="true">{mine ? (dir === "asc" ? " ▲" : " ▼") : ""}</span>
        </button>
      )}
    </th>
  );
}

/** Every database in a row with its answer. */
export function DatabaseTable({ rows, sort, dir, shared, onSort }: Props) {
  const columns = shared ? [...COLUMNS, ...SHARED] : COLUMNS;
  const all = rows.map(({ database }) => database);
  const order = { sort, dir, onSort };
  return (
    <ScrollRegion label="Databases">
      <table className="table fleet-table">
        <caption className="visually-hidden">Databases</caption>
        <thead>
          <tr>
            <Heading by="name" {...order}>
              Database
            </Heading>
            {columns.map(({ label, sort: by, right }) => (
              <Heading key={label} by={by} right={right} {...order}>
                {label}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // Another row once its answer has come, and perhaps in another place: it comes, it does not jump.
            <tr key={`${row.database.id} ${row.answer !== undefined}`}>
              <th scope="row">
                <DatabaseLink {...row} label={databaseLabel(row.database, all)} />
              </th>
              {columns.map(({ label, right, cell: Cell }) => (
                <td key={label} className={right ? "right" : ""}>
                  {Cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
