"""Hold every kept plan against the audit trail: its revisions, its approvals, and the state they lead to."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sqlalchemy.orm import Session

from segtier.model.review import PlanFault
from segtier.services.kept_plans import seal_of, standing_approval
from segtier.store import audit, databases, plans
from segtier.store.records import PlanRecord

Digests = dict[tuple[str, int], str]
"""By plan and revision."""


def altered_plans(tx: Session) -> Iterator[PlanFault]:
    """A plan goes with its database, and by no other way."""
    written = _entered(tx, "plan.drafted", "seal") | _entered(tx, "plan.revised", "seal")
    approved = _entered(tx, "plan.approved", "digest")
    for plan in plans.every(tx):
        yield from _faults(tx, plan, written, approved)
    yield from _gone(tx)


def _faults(tx: Session, plan: PlanRecord, written: Digests, approved: Digests) -> Iterator[PlanFault]:
    kept = {one.number: one.digest for one in plans.revisions(tx, plan.id)}
    for number in kept:
        sealed = written.get((plan.id, number))
        if sealed is None:
            yield PlanFault(plan.id, number, "the audit trail does not know of it")
        elif sealed != _seal(tx, plan.id, number):
            yield PlanFault(plan.id, number, "it was changed after it was written")
    for lost in {number for plan_id, number in written if plan_id == plan.id} - kept.keys():
        yield PlanFault(plan.id, lost, "it is gone, and its plan is still there")
    acts = plans.acts(tx, plan.id)
    for act in acts:
        if act.done == "approved" and approved.get((plan.id, act.revision)) != act.digest:
            yield PlanFault(plan.id, act.revision, "the audit trail does not know of its approval")
    holds = standing_approval(plan, acts)
    needs = plan.state in ("approved", "applied", "superseded")
    if needs and (holds is None or (holds.revision, holds.digest) != (plan.revision, kept.get(plan.revision))):
        yield PlanFault(plan.id, plan.revision, f"it is {plan.state} without an approval")


def _gone(tx: Session) -> Iterator[PlanFault]:
    here, there = {one.id for one in plans.every(tx)}, {database.id for database in databases.list_all(tx)}
    for entry in audit.of_action(tx, "plan.drafted"):
        if entry.subject not in here and entry.detail.get("database_id") in there:
            yield PlanFault(entry.subject, 1, "it is gone, and its database is still there")


def _seal(tx: Session, plan_id: str, number: int) -> str | None:
    """None where it cannot even be read."""
    try:
        document = plans.document(tx, plan_id, number)
    except zlib.error:
        return None
    return seal_of(plans.revision(tx, plan_id, number), document, plans.bundle(tx, plan_id, number))


def _entered(tx: Session, action: str, field: str) -> Digests:
    """What the trail says of it, which may itself have been altered."""
    entries = ((entry.subject, entry.detail) for entry in audit.of_action(tx, action))
    return {(plan_id, told.get("revision", 0)): told.get(field, "") for plan_id, told in entries}
