import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { isOffline } from "@/lib/offline";

type Way = { to: string; label: string; hash?: string };

const SCRIPTS: Way = { to: "/databases/$databaseId/plan", label: "Get scripts" };
const SIZES: Way = { to: "/databases/$databaseId/segments", label: "Add the sizes", hash: "sizes" };
const COLLECT: Way = { to: "/collect", label: "Collect what is missing" };

/** Where the next step is done, if it is done here. */
function wayOf({ verdict }: Advice): Way | null {
  if (verdict.state === "move") return SCRIPTS;
  if (verdict.blocked_by.some(({ needs }) => needs === "sizes")) return SIZES;
  return verdict.state === "needs" || verdict.state === "not-enough-data" ? COLLECT : null;
}

/** The one thing to do next. */
export function NextStep({ advice }: { advice: Advice }) {
  const { database } = useCase();
  const way = isOffline() ? null : wayOf(advice);
  return (
    <div className="answer-next">
      <p>
        <strong>Next:</strong> {advice.verdict.next_step}
      </p>
      {way && (
        <Button
          className="no-print"
          size="sm"
          renderRoot={(props) => (
            <Link
              to={way.to}
              params={{ databaseId: database.id }}
              search={(old: object) => (way === COLLECT ? {} : old)}
              hash={way.hash}
              {...props}
            />
          )}
        >
          {way.label}
        </Button>
      )}
    </div>
  );
}
