import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { type PlanUnderReview, revisionFileQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { commentsOn } from "./about";
import { CommentList } from "./comment";
import { CommentForm } from "./comment-form";

const LINE_PX = 20;
const OVERSCAN = 20;

interface Props {
  plan: PlanUnderReview;
  path: string;
}

/** A file of the current revision with the numbers of its lines; a click on a number comments on the line. */
export function FileText({ plan, path }: Props) {
  const { data, error } = useQuery(revisionFileQuery(plan.id, plan.revision, path));
  if (error) return <ProblemNotice problem={asProblem(error)} />;
  if (data === undefined) return <p className="quiet">Reading the file …</p>;
  return <Lines plan={plan} path={path} lines={data.replace(/\n$/, "").split("\n")} />;
}

/** Of many lines only those in view are there. */
function Lines({ plan, path, lines }: Props & { lines: readonly string[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [on, setOn] = useState<number | null>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN,
  });
  return (
    <div
      ref={scroller}
      className="review-file"
      tabIndex={0}
      role="group"
      aria-label={`Lines of ${path}`}
    >
      <ol style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const number = index + 1;
          const said = commentsOn(plan.comments, { file: path, line: number });
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={number}
            >
              <div className="review-line">
                <button
                  type="button"
                  className="review-number no-print"
                  title={`Comment on line ${number}`}
                  aria-label={`Comment on line ${number} of ${path}`}
                  onClick={() => setOn(number)}
                >
                  {number}
                </button>
                <code>{lines[index] || " "}</code>
              </div>
              <CommentList plan={plan} comments={said} beside />
              {on === number && (
                <CommentForm
                  plan={plan}
                  on={{ file: path, line: number }}
                  onDone={() => setOn(null)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
