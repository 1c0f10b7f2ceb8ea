import { Link } from "@tanstack/react-router";

export function NotFoundPage() {
  return (
    <div className="stack">
      <h1>No such page</h1>
      <p>
        The address may be mistyped. <Link to="/">Go to the databases</Link>.
      </p>
    </div>
  );
}
