import { Button } from "@mantine/core";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";

/** As Chromium, Firefox and Safari say it. */
const NOT_FETCHED = /dynamically imported module|importing a module script/i;

/** A part that cannot be fetched is fetched by a new page alone: a browser remembers that it failed. */
function NotFetched() {
  return (
    <div className="notice notice-bad stack-tight" role="alert">
      <h2>Part of the page could not be loaded.</h2>
      <p>Segtier does not respond, or a newer version is running. Nothing is lost.</p>
      <div className="row">
        <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
          Load the page anew
        </Button>
      </div>
    </div>
  );
}

/** A part of the page broke: what it said, and the ways on. The rest of the page stays. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (NOT_FETCHED.test(String(error))) return <NotFetched />;
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
