"""The plans of a database that people marked applied, and what they brought to SSD."""

from __future__ import annotations

from segtier.documents import decode
from segtier.model.drift import AppliedPlans
from segtier.model.plan_document import PlanDocument
from segtier.model.review import Recorded
from segtier.review import brought
from segtier.services.context import Context
from segtier.store import plans

APPLIED: tuple[Recorded, ...] = ("applied",)


def applied_plans(ctx: Context, database_id: str) -> AppliedPlans | None:
    """None where no plan is marked applied, or what was applied does not say which segments it moved to which SSD."""
    with ctx.store.read() as tx:
        applied = sorted(
            (act.at, plan.id, plans.document(tx, plan.id, act.revision))
            for plan in plans.every(tx, database_id, APPLIED)
            for act in plans.acts(tx, plan.id)
            if act.done == "applied"
        )
    segments = brought([decode(document, PlanDocument) for _, _, document in applied])
    return AppliedPlans(tuple(one for _, one, _ in applied), applied[-1][0], segments) if segments else None
