import { useState } from "react";
import type { ComparedEvent, ComparedFigure, ComparedIo, Comparison } from "@/api/types";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SmallRowsButton } from "@/components/ui/small-rows-button";
import { Value } from "@/components/ui/value";
import { UNKNOWN, bytes, figure, latency } from "@/lib/format";
import { changeText } from "./picture";

const NOT_PRINTED = "not printed in these reports";
const WORTH_A_ROW_PCT = 1;

interface Pair {
  before: string;
  after: string;
  change: string | null;
}

interface Column<Row> {
  heading: string;
  of: (row: Row) => Pair;
}

type Show = (value: number) => string;

function pair(before: number | null, after: number | null, show: Show, unit = ""): Pair {
  const text = (value: number | null) => (value === null ? UNKNOWN : show(value));
  const told = after === null ? UNKNOWN : `${text(after)} ${unit}`.trim();
  return { before: text(before), after: told, change: changeText(before, after) };
}

/** Nothing before, nothing after: said once. */
const isNothing = ({ before, after }: Pair) => before === after && /^0( |$)/.test(before);
const isBlank = ({ before, after }: Pair) => before === UNKNOWN && after === UNKNOWN;

function Both(both: Pair) {
  const { before, after, change } = both;
  if (isBlank(both) || isNothing(both)) return <Value why={NOT_PRINTED}>{before}</Value>;
  return (
    <>
      <Value why={NOT_PRINTED}>{before}</Value> → <Value why={NOT_PRINTED}>{after}</Value>{" "}
      <span className="quiet">{change}</span>
    </>
  );
}

interface Props<Row> {
  title: string;
  /** Of the first column. */
  head: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
}

/** One table of both periods: each cell before, after and the change; columns that no row fills are left out. */
function Table<Row>({ title, head, rows, nameOf, columns }: Props<Row>) {
  const filled = columns.filter(({ of }) => rows.some((row) => !isBlank(of(row))));
  return (
    <>
      <h3 className="plain-heading">{title}</h3>
      {rows.length === 0 ? (
        <p className="quiet small">Not in these reports.</p>
      ) : (
        <ScrollRegion label={`${title} before and after`}>
          <table className="table small side-by-side">
            <caption className="visually-hidden">{title} before and after</caption>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {filled.map(({ heading }) => (
                  <th key={heading} scope="col" className="right">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={nameOf(row)}>
                  <th scope="row">{nameOf(row)}</th>
                  {filled.map(({ heading, of }) => (
                    <td key={heading} className="right">
                      <Both {...of(row)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

const EVENT_COLUMNS: readonly Column<ComparedEvent>[] = [
  {
    heading: "In a transaction",
    of: (row) => pair(row.before_ms_per_txn, row.after_ms_per_txn, figure, "ms"),
  },
  {
    heading: "One wait takes",
    of: (row) => pair(row.before_avg_wait_us ?? null, row.after_avg_wait_us ?? null, latency),
  },
];

const ioColumn = (
  heading: string,
  key: keyof ComparedIo["before"],
  show: Show,
): Column<ComparedIo> => ({
  heading,
  of: ({ before, after }) => pair(before[key] ?? null, after[key] ?? null, show),
});

const READS = ioColumn("Reads per transaction", "reads_per_txn", figure);
const WRITES = ioColumn("Writes per transaction", "writes_per_txn", figure);
const TABLESPACE_COLUMNS = [READS, ioColumn("A read takes", "wait_us", latency), WRITES];
const FUNCTION_COLUMNS = [
  READS,
  ioColumn("Read per transaction", "read_bytes_per_txn", bytes),
  WRITES,
  ioColumn("Written per transaction", "write_bytes_per_txn", bytes),
  ioColumn("One wait takes", "wait_us", latency),
];

function redoShow({ unit }: ComparedFigure): Show {
  if (unit === "µs") return latency;
  return unit.startsWith("bytes") ? bytes : figure;
}

const REDO_COLUMNS: readonly Column<ComparedFigure>[] = [
  { heading: "Before → after", of: (row) => pair(row.before, row.after, redoShow(row)) },
];

const redoName = ({ name, unit }: ComparedFigure) =>
  unit.endsWith("per transaction") ? `${name} per transaction` : name;

const heaviest = ({ before_ms_per_txn: before, after_ms_per_txn: after }: ComparedEvent) =>
  Math.max(before ?? 0, after ?? 0);

function Events({ events }: { events: readonly ComparedEvent[] }) {
  const [all, setAll] = useState(false);
  const most = events.reduce((sum, row) => sum + heaviest(row), 0);
  const large = events.filter((row) => 100 * heaviest(row) >= WORTH_A_ROW_PCT * most);
  return (
    <>
      <Table
        title="Wait events"
        head="Wait event"
        rows={all ? events : large}
        nameOf={({ event }) => event}
        columns={EVENT_COLUMNS}
      />
      <SmallRowsButton
        hidden={events.length - large.length}
        belowPct={WORTH_A_ROW_PCT}
        shown={all}
        onToggle={() => setAll(!all)}
      />
    </>
  );
}

/** What the picture is made of, as each period prints it: events, tablespaces, I/O by function, redo. */
export function SideBySide({ comparison }: { comparison: Comparison }) {
  const { events, tablespaces = [], functions = [], redo = [] } = comparison;
  return (
    <div className="stack-tight">
      <Events events={events} />
      <Table
        title="Tablespaces"
        head="Tablespace"
        rows={tablespaces}
        nameOf={({ name }) => name}
        columns={TABLESPACE_COLUMNS}
      />
      <Table
        title="I/O by function"
        head="Function"
        rows={functions}
        nameOf={({ name }) => name}
        columns={FUNCTION_COLUMNS}
      />
      <Table title="Redo" head="Redo" rows={redo} nameOf={redoName} columns={REDO_COLUMNS} />
    </div>
  );
}
