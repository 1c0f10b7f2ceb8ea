import type { ReactNode } from "react";

interface ShownProblem {
  message: string;
  advice: string | null;
  requestId: string | null;
}

interface Props {
  problem: ShownProblem;
  title?: string;
  onRetry?: () => void;
  /** Where what is wrong can be put right. */
  children?: ReactNode;
}

/** What went wrong, what to do, and the id to quote to whoever runs the server. */
export function ProblemNotice({ problem, title, onRetry, children }: Props) {
  return (
    <div role="alert" className="notice notice-bad stack-tight">
      {title && <strong>{title}</strong>}
      <p>{problem.message}</p>
      {problem.advice && <p>{problem.advice}</p>}
      {problem.requestId && (
        <p className="small quiet">
          Request <code>{problem.requestId}</code>
        </p>
      )}
      {children}
      {onRetry && (
        <div>
          <button type="button" className="source-button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}
