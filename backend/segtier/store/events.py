"""What happened, written in the transaction that did it. Whoever adds began it with `one_at_a_time`.

So numbers are given in the order of commits, and a reader who asks for what comes after a number misses nothing: a number is
taken only when the one before can be seen. Without the lock the primary key refuses the second of two.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from segtier.model.event import Event, EventKind
from segtier.store import deliveries
from segtier.store.clock import Believed
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import now
from segtier.store.tables import EventRow


def add(session: Session, kind: EventKind, database_id: str | None, subject: str, **data: str | int) -> Event:
    """Tell of what is done in the same transaction, webhooks too; `data` says more by identifiers and counts."""
    event = Event(newest(session) + 1, now(session), kind, database_id, subject, data)
    session.add(EventRow(**columns_of(event)))
    deliveries.queue(session, event)
    return event


def newest(session: Session) -> int:
    """The last number given; 0 where nothing has happened yet."""
    return session.scalar(select(func.max(EventRow.sequence))) or 0


def last(session: Session, kind: EventKind, database_id: str) -> Event | None:
    """The newest of a kind about a database, while it is kept."""
    wanted = select(EventRow).where(EventRow.kind == kind, EventRow.database_id == database_id)
    row = session.scalar(wanted.order_by(EventRow.sequence.desc()).limit(1))
    return None if row is None else record_of(Event, row)


def after(session: Session, sequence: int, limit: int, databases: frozenset[str] | None = None) -> list[Event]:
    """The oldest first; `databases`: only what is of one of these, None means all."""
    wanted = select(EventRow).where(EventRow.sequence > sequence).order_by(EventRow.sequence).limit(limit)
    if databases is not None:
        wanted = wanted.where(EventRow.database_id.in_(databases))
    return [record_of(Event, row) for row in session.scalars(wanted)]


def forget(session: Session, clock: Believed, lasts: timedelta) -> int:
    """Those that happened longer ago, but never the newest, which says which number comes next. Gives how many went."""
    last = select(func.max(EventRow.sequence)).scalar_subquery()
    old = delete(EventRow).where(EventRow.at < clock.before(lasts), EventRow.sequence < last)
    return session.connection().execute(old).rowcount
