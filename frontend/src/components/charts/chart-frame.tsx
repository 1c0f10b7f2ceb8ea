import { Button, Menu } from "@mantine/core";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { toCsv } from "@/lib/csv";
import { saveFile } from "@/lib/download";
import { ChartLegend, type LegendEntry } from "./chart-legend";
import { savePng, saveSvg } from "./save-picture";
import "./chart-frame.css";

export interface ChartTable {
  headings: readonly string[];
  /** As shown; the first cell names its row. */
  rows: readonly (readonly string[])[];
  /** The same unrounded, for the CSV; absent where the shown ones are all there is. */
  figures?: readonly (readonly (string | number | boolean | null)[])[];
}

interface Props {
  /** Names the chart, its table and its files. */
  name: string;
  /** One sentence that says what the chart shows. */
  summary: string;
  heightPx: number;
  legend?: readonly LegendEntry[];
  /** In the place of a legend: what is drawn how, and what can be chosen of it. */
  controls?: ReactNode;
  /** What colours stand for, where no legend says it: a saved picture does. */
  colors?: readonly { name: string; color: string }[];
  table: ChartTable;
  /** What is drawn can be reached and pressed; else it is one picture. */
  pressable?: boolean;
  children: ReactNode;
}

function Twin({ name, table }: Pick<Props, "name" | "table">) {
  return (
    <ScrollRegion label={`${name}, figures`}>
      <table className="table small">
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {table.headings.map((heading, index) => (
              <th key={heading} scope="col" className={index ? "right" : ""}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([first, ...cells], row) => (
            <tr key={`${row} ${first}`}>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td key={table.headings[column + 1]} className="right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A chart with all that belongs to one: its legend, its figures as a table, and both to take away. */
export function ChartFrame({
  name,
  summary,
  heightPx,
  legend,
  controls,
  colors = legend?.map(({ label, color }) => ({ name: label, color })) ?? [],
  table,
  pressable,
  children,
}: Props) {
  const [figures, setFigures] = useState(false);
  const drawing = useRef<HTMLDivElement>(null);
  const picture = () => drawing.current?.querySelector("svg") ?? null;
  const caption = { sentence: summary, colors };
  const csv = () => toCsv(table.headings, table.figures ?? table.rows);
  return (
    <figure className="chart-frame">
      <div className="row spread">
        {controls ?? (legend ? <ChartLegend entries={legend} /> : <span />)}
        <span className="row no-print">
          <Button
            size="compact-xs"
            variant="default"
            aria-pressed={figures}
            onClick={() => setFigures(!figures)}
          >
            {figures ? "Chart" : "Table"}
            <span className="visually-hidden"> of {name}</span>
          </Button>
          <Menu position="bottom-end" withinPortal={false}>
            <Menu.Target>
              <Button size="compact-xs" variant="default">
                Save<span className="visually-hidden"> {name}</span> ▾
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => saveFile(new Blob([csv()], { type: "text/csv" }), `${name}.csv`)}
              >
                CSV
              </Menu.Item>
              <Menu.Item
                disabled={figures}
                onClick={() => saveSvg(picture(), `${name}.svg`, caption)}
              >
                SVG
              </Menu.Item>
              <Menu.Item
                disabled={figures}
                onClick={() => void savePng(picture(), `${name}.png`, caption)}
              >
                PNG
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      {figures ? (
        <Twin name={name} table={table} />
      ) : (
        <div
          ref={drawing}
          data-drawing=""
          role={pressable ? "group" : "img"}
          aria-label={summary}
          style={{ minHeight: heightPx }}
        >
          <Suspense fallback={<div style={{ height: heightPx }} />}>{children}</Suspense>
        </div>
      )}
    </figure>
  );
}
