import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import type { Operation } from "@/api/types";
import { aboutOperation, objectOf } from "./operation-text";
import { Sql } from "./sql";

const FEW = 20;
const ROW_PX = 92;
const OVERSCAN = 4;

function OperationText({ operation }: { operation: Operation }) {
  const { id, statement, otherwise, gate, risk, inverse } = operation;
  return (
    <>
      <p>
        <strong>{objectOf(operation)}</strong>{" "}
        <span className="quiet small">
          {id}: {aboutOperation(operation)}.
        </span>
      </p>
      <Sql text={statement} />
      {otherwise && (
        <p className="small">
          Where that cannot be had: <Sql text={otherwise} />
        </p>
      )}
      <details className="small">
        <summary>Why so, and the way back</summary>
        <p>{gate}</p>
        {risk && <p>Risk: {risk}.</p>}
        <Sql text={inverse} />
      </details>
    </>
  );
}

function LongList({ operations, label, extra }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: operations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  return (
    <div ref={scroller} className="plan-scroll" tabIndex={0} role="group" aria-label={label}>
      <ol className="plan-operations" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const operation = operations[index];
          return (
            operation && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="plan-operation plan-operation-placed"
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={operations.length}
                aria-posinset={index + 1}
              >
                <OperationText operation={operation} />
                {extra?.(operation)}
              </li>
            )
          );
        })}
      </ol>
    </div>
  );
}

interface Props {
  operations: readonly Operation[];
  label: string;
  /** What else there is to each. */
  extra?: (operation: Operation) => ReactNode;
}

/** The statements of a step; of many only those in view are there. */
export function OperationList(props: Props) {
  const { operations, label, extra } = props;
  if (operations.length > FEW) return <LongList {...props} />;
  return (
    <ol className="plan-operations" aria-label={label}>
      {operations.map((operation) => (
        <li key={operation.id} className="plan-operation">
          <OperationText operation={operation} />
          {extra?.(operation)}
        </li>
      ))}
    </ol>
  );
}
