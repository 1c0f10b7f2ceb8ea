"""Tries to sign in: counted before the password is looked at, forgotten when it was right."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.tables import AttemptRow

WINDOW = timedelta(minutes=15)
MOST_OF_ONE = 10
MOST_OF_ALL = 200


def may_try(session: Session, who: str) -> bool:
    """Count one more; False where there were too many already. What is not tried does not count: the wait has an end."""
    at = now(session)
    session.execute(delete(AttemptRow).where(AttemptRow.at < at - WINDOW))
    of_all = session.scalar(select(func.count()).select_from(AttemptRow)) or 0
    of_one = session.scalar(select(func.count()).where(AttemptRow.who == who)) or 0
    if of_one >= MOST_OF_ONE or of_all >= MOST_OF_ALL:
        return False
    session.add(AttemptRow(id=new_id("try"), who=who, at=at))
    session.flush()
    return True


def forget(session: Session, who: str) -> None:
    session.execute(delete(AttemptRow).where(AttemptRow.who == who))


def forget_all(session: Session) -> None:
    session.execute(delete(AttemptRow))
