import { Link } from "@tanstack/react-router";
import type { PlanUnderReview } from "@/api/plans";
import { momentOf } from "./words";

interface Props {
  plan: PlanUnderReview;
  /** The one on the page. */
  shown: number;
  /** It was the current one when the page opened. */
  wasCurrent: boolean;
}

/** Another revision took the place of the one on the page; nothing while it is the current one. */
export function RevisionNotice({ plan, shown, wasCurrent }: Props) {
  const newest = plan.revisions.find(({ number }) => number === plan.revision);
  if (shown === plan.revision || !newest) return null;
  const { number, author_name, created_at } = newest;
  return (
    <div className="notice notice-warn stack-tight" role={wasCurrent ? "alert" : "note"}>
      <p>
        <strong>
          {wasCurrent
            ? `${author_name} made revision ${number} while you read revision ${shown}.`
            : `This is revision ${shown}, not the current one.`}
        </strong>{" "}
        Revision {number} by {author_name}, {momentOf(created_at)}, is the current one. You can read
        and download revision {shown}, but nobody can approve it any more.
      </p>
      <p>
        <Link to="/plans/$planId" params={{ planId: plan.id }} search={{ revision: number }}>
          Show revision {number}, the current one
        </Link>
      </p>
    </div>
  );
}
