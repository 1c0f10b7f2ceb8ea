import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { revisionFileQuery } from "@/api/plans";
import { asProblem } from "@/api/problem";
import { Allowed } from "@/features/accounts/allowed";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { commentsOn } from "./about";
import { CommentList } from "./comment";
import { CommentForm } from "./comment-form";
import type { Shown } from "./shown";

const LINE_PX = 20;
const OVERSCAN = 20;

interface Props {
  shown: Shown;
  path: string;
}

/** A file of the revision with the numbers of its lines; while it can be talked about, a click on a number comments on the line. */
export function FileText({ shown, path }: Props) {
  const { plan, revision } = shown;
  const { data, error } = useQuery(revisionFileQuery(plan.id, revision.number, path));
  if (error) return <ProblemNotice problem={asProblem(error)} />;
  if (data === undefined) return <p className="quiet">Reading the file …</p>;
  return <Lines shown={shown} path={path} lines={data.replace(/\n$/, "").split("\n")} />;
}

/** Of many lines only those in view are there. */
function Lines({ shown, path, lines }: Props & { lines: readonly string[] }) {
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
          const said = shown.live
            ? commentsOn(shown.plan.comments, { file: path, line: number })
            : [];
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
                <Allowed scope="plans:write" to="comment" quiet>
                  <button
                    type="button"
                    className="review-number no-print"
                    title={`Comment on line ${number}`}
                    aria-label={`Comment on line ${number} of ${path}`}
                    disabled={!shown.live}
                    onClick={() => setOn(number)}
                  >
                    {number}
                  </button>
                </Allowed>
                <code>{lines[index] || " "}</code>
              </div>
              <CommentList shown={shown} comments={said} inline />
              {on === number && (
                <CommentForm
                  shown={shown}
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
