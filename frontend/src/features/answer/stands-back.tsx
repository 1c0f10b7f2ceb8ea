import { Link } from "@tanstack/react-router";
import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { type TabKey, standsBack } from "@/lib/tabs";

/** Above what tells of SSD, where the answer is not to buy it: that answer. */
export function StandsBack({ tab, advice }: { tab: TabKey; advice: Advice }) {
  const { database } = useCase();
  if (!standsBack(tab, advice.verdict)) return null;
  return (
    <div className="notice" role="note" aria-label="The answer">
      <p>
        <strong>{advice.verdict.headline}</strong> What follows is to look at, not to do.{" "}
        <Link
          to="/databases/$databaseId"
          params={{ databaseId: database.id }}
          search={(old) => old}
        >
          The answer
        </Link>
      </p>
    </div>
  );
}
