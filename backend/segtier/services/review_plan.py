"""Submit a plan, judge it, withdraw it, and say that it was carried out. Each is one transaction with its line in the trail."""

from __future__ import annotations

from sqlalchemy.orm import Session

from segtier.errors import Refused
from segtier.model.account import Actor
from segtier.model.review import DONE, Action, Verdict
from segtier.model.scoreboard import Sealed
from segtier.question import question_of
from segtier.review import fresh_check, judged, moved_on, submitted, superseded
from segtier.services.context import Context
from segtier.services.kept_plans import Kept, Seen, changing, kept_in, write_down
from segtier.services.seal_forecast import forecast_to_seal, seal_in
from segtier.store import plans
from segtier.store.records import PlanRecord


def submit(ctx: Context, plan_id: str, seen: Seen, reason: str, actor: Actor) -> None:
    """With what the checks found. Raises Refused where one stops it, or a warning has no reason."""
    with changing(ctx, plan_id, seen, actor) as (tx, kept):
        after = submitted(kept.review, actor, reason)
        found = (fresh_check(kept.review), *kept.revision.checks)
        write_down(tx, kept, after, "submitted", actor, reason, checks=found)


def withdraw(ctx: Context, plan_id: str, seen: Seen, said: str, actor: Actor) -> None:
    _move_on(ctx, plan_id, seen, "withdraw", said, actor)


def mark_applied(ctx: Context, plan_id: str, seen: Seen, said: str, actor: Actor) -> None:
    """People carried it out: Segtier runs nothing."""
    _move_on(ctx, plan_id, seen, "mark-applied", said, actor)


def judge(ctx: Context, plan_id: str, seen: Seen, verdict: Verdict, digest: str, said: str, actor: Actor) -> None:
    """Raises NotAllowed for its makers, Refused for another digest than that of the current revision, and where it is stale."""
    if verdict == "approve":
        _approve(ctx, plan_id, seen, digest, said, actor)
        return
    with changing(ctx, plan_id, seen, actor) as (tx, kept):
        after = judged(kept.review, "reject", actor, digest)
        write_down(tx, kept, after, "rejected", actor, said)


def _approve(ctx: Context, plan_id: str, seen: Seen, digest: str, said: str, actor: Actor) -> None:
    """The forecast is worked out before the transaction and sealed within it."""
    with ctx.store.read() as tx:
        kept = kept_in(tx, plan_id, seen)
    judged(kept.review, "approve", actor, digest)  # refused before it is worked out
    ready = _forecast(ctx, kept)
    with changing(ctx, plan_id, seen, actor) as (tx, kept):
        after = judged(kept.review, "approve", actor, digest)
        if ready is not None and ready.inputs != kept.revision.inputs:
            raise Refused("the reports changed while it was approved", code="plan-stale", advice="Read it again.")
        sealed = seal_in(tx, kept.plan.database_id, ready, actor, plan_id) if ready is not None else None
        alone = after.approval is not None and after.approval.self_approved
        _supersede(tx, kept.plan, actor)
        forecast_id = sealed.id if sealed else None
        write_down(tx, kept, after, "approved", actor, said, self_approved=alone, forecast_id=forecast_id)


def _forecast(ctx: Context, kept: Kept) -> Sealed | None:
    """None where nothing is forecast for the option."""
    question = question_of(kept.revision.question)
    try:
        return forecast_to_seal(ctx, kept.plan.database_id, question, kept.plan.option)
    except Refused as refused:
        if refused.code != "no-forecast":
            raise
        return None


def _supersede(tx: Session, plan: PlanRecord, actor: Actor) -> None:
    """At most one plan of an option is approved and not applied."""
    for other in plans.approved_beside(tx, plan):
        kept = kept_in(tx, other.id)
        write_down(tx, kept, superseded(kept.review), "superseded", actor, f"by {plan.id}")


def _move_on(ctx: Context, plan_id: str, seen: Seen, action: Action, said: str, actor: Actor) -> None:
    with changing(ctx, plan_id, seen, actor) as (tx, kept):
        write_down(tx, kept, moved_on(kept.review, action, actor), DONE[action], actor, said)
