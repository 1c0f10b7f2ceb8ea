import { Button } from "@mantine/core";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";

/** A part of the page broke: what it said, and the ways on. The rest of the page stays. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <div className="notice notice-bad stack-tight" role="alert">
      <h2>This part of the page broke.</h2>
      <p>
        Nothing is lost; what you uploaded is on the server. <code>{String(error)}</code>
      </p>
      <div className="row">
        <Button variant="default" size="compact-sm" onClick={reset}>
          Try again
        </Button>
        <Link to="/">All databases</Link>
      </div>
    </div>
  );
}
