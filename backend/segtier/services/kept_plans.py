"""A plan under review as it is stored, in a transaction: read, changed, and written down."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from segtier import __version__
from segtier.dataclass import dataclass
from segtier.errors import ChangedSince
from segtier.model.account import Actor, Writer
from segtier.model.event import KINDS, EventKind
from segtier.model.review import Done
from segtier.model.scenario import Changed
from segtier.review import Approval, Review, Revision, revision_seal
from segtier.services.context import Context
from segtier.services.read_documents import Inputs, inputs_in
from segtier.services.seal_forecast import made_from
from segtier.store import audit, events, plans, reports
from segtier.store.engine import now, one_at_a_time
from segtier.store.records import PlanActRecord, PlanRecord, PlanRevisionRecord

_EVENTS: dict[str, EventKind] = {kind.removeprefix("plan."): kind for kind in KINDS if kind.startswith("plan.")}
Seen = Set[str]
"""The versions of a plan that whoever changes it has read, as its ETag names them."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A plan, its current revision, and what may be done with it."""

    plan: PlanRecord
    revision: PlanRevisionRecord
    review: Review


def kept_in(tx: Session, plan_id: str, seen: Seen | None = None) -> Kept:
    """Raises NotFound; ChangedSince where `seen` is given and does not hold its version."""
    plan = plans.get(tx, plan_id)
    if seen is not None and str(plan.version) not in seen:
        raise ChangedSince(
            f"the plan was changed since it was read: it is {plan.state}, revision {plan.revision}", plan.version
        )
    return as_kept(tx, plan, plans.acts(tx, plan_id), inputs_in(tx, plan.database_id))


def as_kept(tx: Session, plan: PlanRecord, acts: list[PlanActRecord], inputs: Inputs) -> Kept:
    revision = plans.revision(tx, plan.id, plan.revision)
    review = Review(
        author=plan.author_id,
        revision=Revision(revision.number, revision.digest, revision.author_id),
        state=plan.state,
        approval=_approval(plan, acts),
        changed=changed_since(revision, inputs),
        checks=revision.checks,
        evidence=inputs.has("before") or reports.any_evidence(tx, plan.database_id),
        open_comments=plans.open_comments(tx, plan.id),
    )
    return Kept(plan, revision, review)


def changed_since(revision: PlanRevisionRecord, inputs: Inputs) -> tuple[Changed, ...]:
    """What is another today than when the revision was made."""
    today: dict[Changed, bool] = {
        "inputs": revision.inputs != made_from(inputs),
        "engine": revision.engine_version != __version__,
    }
    return tuple(name for name, other in today.items() if other)


def standing_approval(plan: PlanRecord, acts: list[PlanActRecord]) -> PlanActRecord | None:
    """The one that holds; a new revision dismisses it, and so does withdrawing the plan."""
    if plan.state not in ("approved", "applied", "superseded"):
        return None
    return next((one for one in reversed(acts) if one.done == "approved"), None)


def _approval(plan: PlanRecord, acts: list[PlanActRecord]) -> Approval | None:
    act = standing_approval(plan, acts)
    return None if act is None else Approval(act.actor_id, act.revision, act.digest, act.self_approved)


def seal_of(revision: PlanRevisionRecord, document: bytes, bundle: bytes) -> str:
    """What the audit trail keeps of a revision. One that was made before its advice was kept is sealed without."""
    values = msgspec.to_builtins(revision)
    if revision.advice is None:
        del values["advice"]
    return revision_seal(values, document, bundle)


@contextmanager
def changing(ctx: Context, plan_id: str, seen: Seen | None, by: Writer) -> Iterator[tuple[Session, Kept]]:
    """One transaction, with the plan as it is now. Whoever else would change it waits, and then has read too old a version."""
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        yield tx, kept_in(tx, plan_id, seen)


def write_down(tx: Session, kept: Kept, after: Review, done: Done, actor: Actor, said: str = "", **more: Any) -> None:
    """What was done to a plan: its state, its history and the audit trail. `more`: of the act, and in the trail too."""
    plan = plans.change(tx, kept.plan.id, state=after.state)
    revision = after.revision
    plans.add_act(
        tx,
        PlanActRecord(
            plan.id,
            plan.version,
            done,
            revision.number,
            revision.digest,
            actor.id,
            actor.name,
            now(tx),
            said,
            **more,
        ),
    )
    warnings = [check.text for check in more.pop("checks", ()) if check.level == "warning"]
    note(tx, actor, done, plan, revision.digest, said=said, warnings=warnings, **more)


def note(tx: Session, actor: Actor, what: str, plan: PlanRecord, digest: str, **more: Any) -> None:
    """In the audit trail, with the plan's database, revision and digest, and as an event where programs want to know."""
    detail = {"database_id": plan.database_id, "option": plan.option, "revision": plan.revision, "digest": digest}
    told = {name: value for name, value in more.items() if value not in ("", None, [])}
    audit.append(tx, actor, f"plan.{what}", plan.id, detail | told)
    if what in _EVENTS:
        events.add(tx, _EVENTS[what], plan.database_id, plan.id, revision=plan.revision)
