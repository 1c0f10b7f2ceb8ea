"""Plans under review. Whoever writes one began the transaction with `one_at_a_time`."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import delete as sql_delete
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.model.account import Actor
from segtier.model.audit import Deleter
from segtier.model.review import Recorded
from segtier.store import audit
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.records import PlanActRecord, PlanCommentRecord, PlanRecord, PlanRevisionRecord
from segtier.store.tables import PlanActRow, PlanCommentRow, PlanRevisionRow, PlanRow


def add(session: Session, database_id: str, option: str, author: Actor) -> PlanRecord:
    """A draft that has no revision yet."""
    row = PlanRow(
        id=new_id("pln"),
        database_id=database_id,
        option=option,
        author_id=author.id,
        author_name=author.name,
        created_at=now(session),
        state="draft",
        revision=0,
        version=0,
    )
    session.add(row)
    session.flush()
    return record_of(PlanRecord, row)


def get(session: Session, plan_id: str) -> PlanRecord:
    row = session.get(PlanRow, plan_id, populate_existing=True)
    if row is None:
        raise NotFound(f"no plan {plan_id[:40]!r}")
    return record_of(PlanRecord, row)


def every(
    session: Session, database_id: str | None = None, states: Collection[Recorded] | None = None
) -> list[PlanRecord]:
    """The newest first; of one database, or of all; in these states, or in any."""
    wanted = select(PlanRow).order_by(PlanRow.id.desc())
    if database_id is not None:
        wanted = wanted.where(PlanRow.database_id == database_id)
    if states is not None:
        wanted = wanted.where(PlanRow.state.in_(states))
    return [record_of(PlanRecord, row) for row in session.scalars(wanted)]


def approved_ever(session: Session, database_id: str) -> list[PlanRecord]:
    """Those of a database of which any revision was approved, whatever became of them."""
    approved = select(PlanActRow.plan_id).where(PlanActRow.done == "approved")
    wanted = select(PlanRow).where(PlanRow.database_id == database_id, PlanRow.id.in_(approved))
    return [record_of(PlanRecord, row) for row in session.scalars(wanted.order_by(PlanRow.id))]


def changed_at(session: Session, plan: PlanRecord) -> datetime:
    """When it was last revised, or anything was done to it."""
    done = [one.at for one in acts(session, plan.id)]
    return max([plan.created_at, *(one.created_at for one in revisions(session, plan.id)), *done])


def delete(session: Session, plan: PlanRecord, by: Deleter) -> None:
    """Remove a plan with its revisions, acts and comments."""
    digests = {str(one.number): one.digest for one in revisions(session, plan.id)}
    told = {"database_id": plan.database_id, "option": plan.option, "state": plan.state, "revisions": digests}
    audit.delete(session, by, "plan", plan.id, told, author=plan.author_name)
    session.execute(sql_delete(PlanRow).where(PlanRow.id == plan.id))


def count_of(session: Session, database_id: str) -> int:
    return session.scalar(select(func.count()).where(PlanRow.database_id == database_id)) or 0


def approved_beside(session: Session, plan: PlanRecord) -> list[PlanRecord]:
    """Other plans of the same option and database that are approved and not applied."""
    wanted = select(PlanRow).where(
        PlanRow.database_id == plan.database_id,
        PlanRow.option == plan.option,
        PlanRow.state == "approved",
        PlanRow.id != plan.id,
    )
    return [record_of(PlanRecord, row) for row in session.scalars(wanted)]


def change(session: Session, plan_id: str, state: Recorded | None = None, revision: int | None = None) -> PlanRecord:
    """The next version of it."""
    row = session.get_one(PlanRow, plan_id)
    row.state = state or row.state
    row.revision = revision or row.revision
    row.version += 1
    session.flush()
    return record_of(PlanRecord, row)


def move(session: Session, database_id: str, home: str) -> None:
    """All of one database to another."""
    session.execute(update(PlanRow).where(PlanRow.database_id == database_id).values(database_id=home))


def add_revision(session: Session, revision: PlanRevisionRecord, document: bytes, bundle: bytes) -> None:
    """`document`: JSON; `bundle`: a ZIP."""
    session.add(PlanRevisionRow(**columns_of(revision), document=zlib.compress(document), bundle=bundle))
    session.flush()


def revisions(session: Session, plan_id: str) -> list[PlanRevisionRecord]:
    """The oldest first."""
    rows = select(PlanRevisionRow).where(PlanRevisionRow.plan_id == plan_id).order_by(PlanRevisionRow.number)
    return [record_of(PlanRevisionRecord, row) for row in session.scalars(rows)]


def revision(session: Session, plan_id: str, number: int) -> PlanRevisionRecord:
    row = session.get(PlanRevisionRow, (plan_id, number))
    if row is None:
        raise NotFound(f"the plan has no revision {number}")
    return record_of(PlanRevisionRecord, row)


def document(session: Session, plan_id: str, number: int) -> bytes:
    """JSON."""
    return zlib.decompress(_column(session, PlanRevisionRow.document, plan_id, number))


def bundle(session: Session, plan_id: str, number: int) -> bytes:
    return _column(session, PlanRevisionRow.bundle, plan_id, number)


def _column(session: Session, column: Any, plan_id: str, number: int) -> bytes:
    wanted = select(column).where(PlanRevisionRow.plan_id == plan_id, PlanRevisionRow.number == number)
    found: bytes | None = session.scalar(wanted)
    if found is None:
        raise NotFound(f"the plan has no revision {number}")
    return found


def add_act(session: Session, act: PlanActRecord) -> None:
    session.add(PlanActRow(**columns_of(act)))
    session.flush()


def acts(session: Session, plan_id: str) -> list[PlanActRecord]:
    """What was done to the plan, the oldest first."""
    rows = select(PlanActRow).where(PlanActRow.plan_id == plan_id).order_by(PlanActRow.version)
    return [record_of(PlanActRecord, row) for row in session.scalars(rows)]


def sealed_revisions(session: Session) -> dict[str, int]:
    """The revision whose approval sealed it, by the forecast's identifier."""
    wanted = select(PlanActRow.forecast_id, PlanActRow.revision).where(PlanActRow.forecast_id.is_not(None))
    return {forecast_id: revision for forecast_id, revision in session.execute(wanted) if forecast_id is not None}


def add_comment(session: Session, comment: PlanCommentRecord) -> None:
    session.add(PlanCommentRow(**columns_of(comment)))
    session.flush()


def comments(session: Session, plan_id: str) -> list[PlanCommentRecord]:
    """The oldest first."""
    rows = select(PlanCommentRow).where(PlanCommentRow.plan_id == plan_id)
    ordered = rows.order_by(PlanCommentRow.at, PlanCommentRow.id)
    return [record_of(PlanCommentRecord, row) for row in session.scalars(ordered)]


def count_comments(session: Session, plan_id: str) -> int:
    return session.scalar(select(func.count()).where(PlanCommentRow.plan_id == plan_id)) or 0


def open_comments(session: Session, plan_id: str) -> tuple[str, ...]:
    """The name of who wrote each that is not resolved, the oldest first."""
    is_open = (PlanCommentRow.plan_id == plan_id) & PlanCommentRow.resolved_at.is_(None)
    wanted = select(PlanCommentRow.author_name).where(is_open).order_by(PlanCommentRow.at, PlanCommentRow.id)
    return tuple(session.scalars(wanted))


def comment(session: Session, plan_id: str, comment_id: str) -> PlanCommentRecord:
    row = session.get(PlanCommentRow, comment_id)
    if row is None or row.plan_id != plan_id:
        raise NotFound(f"no comment {comment_id[:40]!r} on this plan")
    return record_of(PlanCommentRecord, row)


def change_comment(session: Session, comment_id: str, **said: Any) -> None:
    """Set any of its columns."""
    row = session.get_one(PlanCommentRow, comment_id)
    for field, value in said.items():
        setattr(row, field, value)
    session.flush()
