"""Comments on a plan under review. They need no version: none takes the place of another."""

from __future__ import annotations

from segtier.documents import decode
from segtier.errors import NotAllowed, Refused
from segtier.model.account import Actor
from segtier.model.plan_document import PlanDocument
from segtier.review import about, at_line, may_resolve
from segtier.services.context import Context
from segtier.services.export_bundle import texts_in
from segtier.services.kept_plans import changing, note
from segtier.store import plans
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.records import PlanCommentRecord

_MOST = 5_000


def add_comment(
    ctx: Context,
    plan_id: str,
    text: str,
    operation: str | None,
    file: str | None,
    actor: Actor,
    line: int | None = None,
) -> PlanCommentRecord:
    """On an operation, a file or a line of it in the current revision, or on the plan. Raises Refused for what is not there."""
    said = text.strip()
    if not said:
        raise Refused("the comment says nothing", code="empty-comment")
    with changing(ctx, plan_id, None, actor) as (tx, kept):
        document = decode(plans.document(tx, plan_id, kept.plan.revision), PlanDocument, "the plan")
        on = about(document, operation, file)
        if line is not None:
            texts = texts_in(plans.bundle(tx, plan_id, kept.plan.revision), {file or ""})
            on = at_line(on, line, texts.get(file or "", ""))
        if plans.count_comments(tx, plan_id) >= _MOST:
            raise Refused(f"there are {_MOST:,} comments on this plan already", code="too-many-comments")
        comment = PlanCommentRecord(
            id=new_id("cmt"),
            plan_id=plan_id,
            revision=kept.plan.revision,
            operation=on.operation,
            file=on.file,
            line=on.line,
            thing=on.thing,
            outdated=False,
            text=said,
            author_id=actor.id,
            author_name=actor.name,
            at=now(tx),
            resolved_by=None,
            resolved_at=None,
        )
        plans.add_comment(tx, comment)
        note(tx, actor, "commented", plans.change(tx, plan_id), kept.revision.digest, comment_id=comment.id)
    return comment


def resolve_comment(ctx: Context, plan_id: str, comment_id: str, resolved: bool, actor: Actor) -> PlanCommentRecord:
    """Or open it again. Raises NotAllowed for all but who wrote it and reviewers who did not make the plan."""
    with changing(ctx, plan_id, None, actor) as (tx, kept):
        comment = plans.comment(tx, plan_id, comment_id)
        if not may_resolve(kept.review, comment.author_id, actor):
            raise NotAllowed(
                f"only its author, {comment.author_name}, or a reviewer who did not make the plan can resolve the comment",
                code="not-your-comment",
                advice="Answer in a comment of your own.",
            )
        if resolved == (comment.resolved_at is not None):
            return comment
        by, at = (actor.name, now(tx)) if resolved else (None, None)
        plans.change_comment(tx, comment_id, resolved_by=by, resolved_at=at)
        what = "comment-resolved" if resolved else "comment-opened"
        note(tx, actor, what, plans.change(tx, plan_id), kept.revision.digest, comment_id=comment_id)
        return plans.comment(tx, plan_id, comment_id)
