"""Requests that create something, each by the digest of its key, with what they were told."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.store.clock import Believed
from segtier.store.convert import record_of
from segtier.store.engine import insert_new, now
from segtier.store.tables import AnsweredKeyRow

KEPT = timedelta(hours=24)
"""At least; until the next round of what deletes by age."""


@dataclass(frozen=True, slots=True)
class AnsweredKey:
    """`status` is None as long as there is no answer; `body` where it was not kept."""

    payload: str
    begun_at: datetime
    status: int | None
    headers: dict[str, str] | None
    body: bytes | None


def begin(session: Session, digest: str, payload: str) -> AnsweredKey | None:
    """None for a key that is new. One that is known counts whatever its age: else a leap of the clock does things twice."""
    new = {"digest": digest, "payload": payload, "begun_at": now(session)}
    if insert_new(session, AnsweredKeyRow.__table__, **new):  # type: ignore[arg-type]
        return None
    return record_of(AnsweredKey, session.get_one(AnsweredKeyRow, digest))


def answer(session: Session, digest: str, status: int, headers: dict[str, str], body: bytes | None) -> None:
    told = {"status": status, "headers": headers, "body": body}
    session.execute(update(AnsweredKeyRow).where(AnsweredKeyRow.digest == digest).values(**told))


def release(session: Session, digest: str) -> None:
    """Nothing was created: the key may be used as if it had not been."""
    session.execute(delete(AnsweredKeyRow).where(AnsweredKeyRow.digest == digest))


def forget_old(session: Session, clock: Believed) -> None:
    """Those that were kept long enough."""
    session.execute(delete(AnsweredKeyRow).where(AnsweredKeyRow.begun_at < clock.before(KEPT)))


def forget_bodies(session: Session) -> None:
    """What is deleted is told of by no kept answer."""
    session.execute(update(AnsweredKeyRow).where(AnsweredKeyRow.body.is_not(None)).values(body=None))
