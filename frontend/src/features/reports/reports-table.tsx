import { Pagination } from "@mantine/core";
import { useState } from "react";
import type { Report } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { plural } from "@/lib/format";
import { COLUMNS } from "./columns";
import { FilterBar } from "./filter-bar";
import { ALL, filterReports, instancesOf } from "./filter";

/** So many rows are drawn at once; thousands would make the page slow. */
export const ON_A_PAGE = 50;
/** So many reports can be looked through without a filter. */
const FEW = 10;
const [NAME, ...OTHERS] = COLUMNS;

/** The reports, narrowed by a filter and a page at a time. */
export function ReportsTable({ reports }: { reports: readonly Report[] }) {
  const [filter, setFilter] = useState(ALL);
  const [wanted, setPage] = useState(1);
  const shown = filterReports(reports, filter);
  const pages = Math.max(1, Math.ceil(shown.length / ON_A_PAGE));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * ON_A_PAGE;
  return (
    <div className="stack-tight">
      {reports.length > FEW && (
        <FilterBar
          instances={instancesOf(reports)}
          value={filter}
          onChange={(part) => {
            setFilter({ ...filter, ...part });
            setPage(1);
          }}
        />
      )}
      <p className="quiet small" role="status">
        {shown.length < reports.length
          ? `${plural(shown.length, "file")} of ${reports.length.toLocaleString("en-GB")}`
          : plural(reports.length, "file")}
        {pages > 1 && `, ${first + 1} to ${Math.min(first + ON_A_PAGE, shown.length)} on this page`}
      </p>
      <ScrollRegion label="Table of reports">
        <table className="table">
          <thead>
            <tr>
              {COLUMNS.map(({ title, right }) => (
                <th key={title} scope="col" className={right && "right"}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(first, first + ON_A_PAGE).map((report) => (
              <tr key={report.id}>
                <th scope="row">{NAME.cell(report)}</th>
                {OTHERS.map(({ title, right, cell }) => (
                  <td key={title} className={right && "right"}>
                    {cell(report)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {pages > 1 && (
        <Pagination
          className="no-print"
          total={pages}
          value={page}
          onChange={setPage}
          size="sm"
          aria-label="Pages of reports"
          getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
        />
      )}
    </div>
  );
}
