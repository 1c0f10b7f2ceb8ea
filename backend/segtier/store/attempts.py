"""Tries to sign in: counted before the password is looked at, forgotten when it was right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from segtier.moments import is_future, within
from segtier.store.clock import Believed
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.tables import AttemptRow

WINDOW = timedelta(minutes=15)
MOST_KEPT = 50_000
"""However many addresses try: beyond it the oldest tries are forgotten early."""
_FORGOTTEN_AT_ONCE = 5_000


def may_try(session: Session, under: Collection[str], judge: Callable[[Mapping[str, int]], bool]) -> list[str] | None:
    """Count one more under each of `under`, where `judge` allows it for the counts so far.

    Gives what `take_back` needs; None where it does not. What is not tried does not count: the wait has an end.
    """
    at = now(session)
    _make_room(session)
    lately = AttemptRow.who.in_(list(under)) & within(AttemptRow.at, WINDOW, at)
    query = select(AttemptRow.who, func.count()).where(lately).group_by(AttemptRow.who)
    if not judge({row[0]: row[1] for row in session.execute(query)}):
        return None
    rows = [AttemptRow(id=new_id("try"), who=who, at=at) for who in under]
    session.add_all(rows)
    session.flush()
    return [row.id for row in rows]


def take_back(session: Session, ids: Collection[str]) -> None:
    """It was right: as if it had not been tried."""
    session.execute(delete(AttemptRow).where(AttemptRow.id.in_(ids)))


def forget(session: Session, who: str) -> None:
    session.execute(delete(AttemptRow).where(AttemptRow.who == who))


def forget_old(session: Session, clock: Believed) -> None:
    """Those that count no more, from the past and from the future."""
    session.execute(
        delete(AttemptRow).where((AttemptRow.at < clock.before(WINDOW)) | is_future(AttemptRow.at, clock.at))
    )


def forget_all(session: Session) -> None:
    session.execute(delete(AttemptRow))


def _make_room(session: Session) -> None:
    if (session.scalar(select(func.count()).select_from(AttemptRow)) or 0) >= MOST_KEPT:
        oldest = select(AttemptRow.id).order_by(AttemptRow.at).limit(_FORGOTTEN_AT_ONCE)
        session.execute(delete(AttemptRow).where(AttemptRow.id.in_(oldest)))
