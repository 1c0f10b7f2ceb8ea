import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useRef, useState } from "react";
import type { SegmentQuestion } from "@/api/advice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { plural } from "@/lib/format";
import type { Sort } from "@/lib/page-state";
import { useColumns, widths } from "./columns";
import { PrintedSegments } from "./printed-segments";
import { SegmentGridRow } from "./segment-grid-row";
import { SegmentHeading } from "./segment-heading";
import { useSegmentPages } from "./use-segment-pages";

interface Props {
  question: SegmentQuestion;
  /** Ranked in all, filtered or not. */
  ranked: number;
  /** "in or out" for which option. */
  optionLabel: string;
  /** Several are asked for. */
  tiers: boolean;
  onSort: (sort: Sort) => void;
}

const ROW_PX = 42;
/** As high as all rows, however many are fetched or filtered: what stands below does not move. */
const heightOf = (ranked: number) => `min(44rem, 80vh, ${(ranked + 1) * ROW_PX}px)`;
const OVERSCAN = 12;
/** A scroll bar of more rows is of no use, and browsers end at 33 million pixels. */
const MOST_ROWS = 200_000;

/** All rows in a scrolling table that fetches and draws only those in view. */
export function SegmentGrid({ question, ranked, optionLabel, tiers, onSort }: Props) {
  const { shown } = useColumns(tiers);
  const scroller = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState<readonly [number, number]>([0, 0]);
  const { total, row, first, problem } = useSegmentPages(question, inView);
  const count = Math.min(total, MOST_ROWS);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    onChange: ({ range }) => {
      const seen = [range?.startIndex ?? 0, range?.endIndex ?? 0] as const;
      setInView((old) => (old[0] === seen[0] && old[1] === seen[1] ? old : seen));
    },
  });
  const { sort, direction: dir } = question;
  return (
    <>
      <p className="quiet small" role="status">
        {plural(total, "segment")} of {ranked.toLocaleString("en-GB")}; in or out for: {optionLabel}
      </p>
      <div
        ref={scroller}
        className="segment-grid no-print"
        tabIndex={0}
        role="region"
        aria-label="Ranked segments, scrollable"
        style={{ minHeight: heightOf(ranked), "--columns": widths(shown) } as CSSProperties}
      >
        <div role="table" aria-label="Ranked segments" aria-rowcount={total + 1}>
          <div role="rowgroup" className="grid-head">
            <div role="row" aria-rowindex={1} className="grid-row">
              {shown.map((column) => (
                <SegmentHeading
                  key={column.label}
                  column={column}
                  sort={sort}
                  dir={dir}
                  onSort={onSort}
                />
              ))}
            </div>
          </div>
          <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => (
              <SegmentGridRow
                key={item.key}
                segment={row(item.index)}
                index={item.index}
                start={item.start}
                columns={shown}
                measure={virtual.measureElement}
              />
            ))}
          </div>
        </div>
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {total > count && (
        <p className="quiet small">
          The first {count.toLocaleString("en-GB")} in this order. Filter, or turn the order round,
          to see the others.
        </p>
      )}
      <PrintedSegments segments={first} total={total} tiers={tiers} />
    </>
  );
}
