"""Hold every kept plan against the audit trail: its author, its revisions, what was done by whom and when, its state."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import get_args

from sqlalchemy.orm import Session

from segtier.model.audit import AuditEntry
from segtier.model.review import Done, PlanFault
from segtier.services.kept_plans import seal_of, standing_approval
from segtier.store import audit, plans
from segtier.store.records import PlanActRecord, PlanRecord

Digests = dict[tuple[str, int], str]
"""By plan and revision."""
Told = dict[str, list[AuditEntry]]
"""By plan."""
_APART = timedelta(minutes=1)
"""What was done and its entry are of one transaction, with a time each."""


def altered_plans(tx: Session) -> Iterator[PlanFault]:
    written = _entered(tx, "plan.drafted", "seal") | _entered(tx, "plan.revised", "seal")
    drafted, done = _told(tx, "drafted"), _told(tx, *get_args(Done))
    for plan in plans.every(tx):
        if not any(_drafted_so(plan, entry) for entry in drafted[plan.id]):
            yield PlanFault(plan.id, 1, f"the audit trail does not know that {plan.author_name} drafted it")
        acts = plans.acts(tx, plan.id)
        yield from _faults(tx, plan, acts, written)
        yield from _acts_faults(plan, acts, done[plan.id])
    yield from _gone(tx)


def _faults(tx: Session, plan: PlanRecord, acts: list[PlanActRecord], written: Digests) -> Iterator[PlanFault]:
    kept = {one.number: one.digest for one in plans.revisions(tx, plan.id)}
    for number in kept:
        sealed = written.get((plan.id, number))
        if sealed is None:
            yield PlanFault(plan.id, number, "the audit trail has no entry for it")
        elif sealed != _seal(tx, plan.id, number):
            yield PlanFault(plan.id, number, "it was changed after it was written")
    for lost in {number for plan_id, number in written if plan_id == plan.id} - kept.keys():
        yield PlanFault(plan.id, lost, "it is gone, and its plan is still there")
    holds = standing_approval(plan, acts)
    needs = plan.state in ("approved", "applied", "superseded")
    if needs and (holds is None or (holds.revision, holds.digest) != (plan.revision, kept.get(plan.revision))):
        yield PlanFault(plan.id, plan.revision, f"it is {plan.state} without an approval")


def _acts_faults(plan: PlanRecord, acts: list[PlanActRecord], told: list[AuditEntry]) -> Iterator[PlanFault]:
    """Both where something was altered: what is kept now, and what was written down."""
    for act in acts:
        if not any(_done_so(act, entry) for entry in told):
            reason = f"the audit trail does not know that it was {act.done} so by {act.actor_name}"
            yield PlanFault(plan.id, act.revision, reason)
    for entry in told:
        if not any(_done_so(act, entry) for act in acts):
            done = f"{entry.action.removeprefix('plan.')} by {entry.actor_name} at {entry.at:%Y-%m-%dT%H:%M:%SZ}"
            yield PlanFault(plan.id, entry.detail.get("revision", 0), f"it was {done}, and does not say so")


def _drafted_so(plan: PlanRecord, entry: AuditEntry) -> bool:
    of = (plan.author_id, plan.author_name, plan.option)
    return of == (entry.actor_id, entry.actor_name, entry.detail.get("option"))


def _done_so(act: PlanActRecord, entry: AuditEntry) -> bool:
    told = entry.detail
    return (
        entry.action == f"plan.{act.done}"
        and (entry.actor_id, entry.actor_name) == (act.actor_id, act.actor_name)
        and (told.get("revision"), told.get("digest")) == (act.revision, act.digest)
        and told.get("said", "") == act.said
        and told.get("self_approved", False) == act.self_approved
        and told.get("forecast_id") == act.forecast_id
        and abs(entry.at - act.at) < _APART
    )


def _gone(tx: Session) -> Iterator[PlanFault]:
    explained = {one.id for one in plans.every(tx)} | audit.deleted(tx, "plan")
    for entry in audit.of_action(tx, "plan.drafted"):
        if entry.subject not in explained:
            yield PlanFault(entry.subject, 1, "it is gone, and no entry says that it was deleted")


def _seal(tx: Session, plan_id: str, number: int) -> str | None:
    """None where it cannot even be read."""
    try:
        document = plans.document(tx, plan_id, number)
    except zlib.error:
        return None
    return seal_of(plans.revision(tx, plan_id, number), document, plans.bundle(tx, plan_id, number))


def _told(tx: Session, *done: str) -> Told:
    told: Told = defaultdict(list)
    for one in done:
        for entry in audit.of_action(tx, f"plan.{one}"):
            told[entry.subject].append(entry)
    return told


def _entered(tx: Session, action: str, field: str) -> Digests:
    """What the trail says of it, which may itself have been altered."""
    entries = ((entry.subject, entry.detail) for entry in audit.of_action(tx, action))
    return {(plan_id, told.get("revision", 0)): told.get(field, "") for plan_id, told in entries}
