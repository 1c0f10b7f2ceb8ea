"""Browsers that are signed in, each known by the digest of what it holds."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from segtier.accounts import IDLE, LONGEST
from segtier.model.account import User
from segtier.moments import is_future, within
from segtier.store.clock import Believed
from segtier.store.convert import record_of
from segtier.store.engine import now
from segtier.store.rights import session_holds
from segtier.store.tables import SessionRow, UserRow

_NOTED_EVERY = timedelta(minutes=1)


def begin(session: Session, digest: str, user_id: str) -> None:
    at = now(session)
    session.add(SessionRow(digest=digest, user_id=user_id, created_at=at, seen_at=at))
    session.flush()


def forget_old(session: Session, clock: Believed) -> None:
    """Those that are over, and those from the future, which are refused."""
    over = (SessionRow.seen_at < clock.before(IDLE)) | (SessionRow.created_at < clock.before(LONGEST))
    future = is_future(SessionRow.seen_at, clock.at) | is_future(SessionRow.created_at, clock.at)
    session.execute(delete(SessionRow).where(over | future))


def find(session: Session, digest: str) -> tuple[User, bool] | None:
    """Whose it is, and whether a use of it is to be noted; None where it is none or over."""
    query = select(SessionRow, UserRow).join(UserRow, UserRow.id == SessionRow.user_id)
    found = session.execute(query.where(SessionRow.digest == digest)).first()
    if found is None:
        return None
    row, at = found[0], now(session)
    if not session_holds(row, found[1], at):
        return None
    return record_of(User, found[1]), not within(row.seen_at, _NOTED_EVERY, at)


def note_use(session: Session, digest: str) -> None:
    session.execute(update(SessionRow).where(SessionRow.digest == digest).values(seen_at=now(session)))


def end(session: Session, digest: str) -> None:
    session.execute(delete(SessionRow).where(SessionRow.digest == digest))


def end_all(session: Session, user_id: str) -> None:
    session.execute(delete(SessionRow).where(SessionRow.user_id == user_id))
