import { Link } from "@tanstack/react-router";
import { Allowed } from "@/features/accounts/allowed";
import { Section } from "@/components/ui/section";
import { CommentList } from "./comment";
import { CommentForm } from "./comment-form";
import type { Shown } from "./shown";

/** What people said of the plan, wherever it stands; it goes with the current revision. */
export function Comments({ shown }: { shown: Shown }) {
  const { plan, live } = shown;
  return (
    <Section title="Comments" id="comments" long>
      {live ? (
        <>
          <CommentList shown={shown} comments={plan.comments} />
          <Allowed scope="plans:write" to="comment">
            <CommentForm shown={shown} />
          </Allowed>
        </>
      ) : (
        <p>
          Comments follow the current revision:{" "}
          <Link
            to="/plans/$planId"
            params={{ planId: plan.id }}
            search={{ revision: plan.revision }}
            hash="comments"
          >
            read them there
          </Link>
          .
        </p>
      )}
    </Section>
  );
}
