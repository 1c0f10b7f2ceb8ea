"""Whether somebody may still do what they might when their request began: looked up in the transaction that writes.

A request can be held open for minutes between the door and its transaction. `Store.write` asks here, so no service can forget it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from segtier.accounts import IDLE, LONGEST, LONGEST_BY_OPENID, LONGEST_DAYS, actor_of
from segtier.errors import NotAllowed
from segtier.model.account import Actor, Token, User
from segtier.moments import is_future, still_to_come, within
from segtier.store.convert import record_of
from segtier.store.tables import SessionRow, TokenRow, UserRow


def need_right(session: Session, by: Actor, at: datetime) -> None:
    """Raises NotAllowed unless `by` has at least the scopes they came with, for the same databases. `at`: the time, UTC."""
    now = _today(session, by, at)
    if now is None or not by.scopes <= now.scopes or by.databases != now.databases:
        raise NotAllowed(
            "your right to do this ended while the request was under way; nothing was changed",
            code="right-gone",
            advice="Sign in again, or ask an admin for the right.",
        )


def _today(session: Session, by: Actor, at: datetime) -> Actor | None:
    """Who they are now; None where nobody is let in by what they showed."""
    if by.alone:
        return None if session.scalar(select(exists().where(UserRow.role == "admin"))) else by
    row = session.get(UserRow, by.id, populate_existing=True)
    if row is None:
        return None
    user, token = record_of(User, row), None
    if by.token is not None:
        shown = session.get(TokenRow, by.token, populate_existing=True)
        if shown is None or shown.user_id != by.id or not token_holds(shown, at):
            return None
        token = record_of(Token, shown)
    elif by.session is not None:
        held = session.get(SessionRow, by.session, populate_existing=True)
        if held is None or held.user_id != by.id or not session_holds(held, row, at):
            return None
    return actor_of(user, token)


def token_holds(row: TokenRow, at: datetime) -> bool:
    """Does the token open anything at that time (UTC)? None that was made in the future does."""
    return not is_future(row.created_at, at) and still_to_come(row.expires_at, timedelta(days=LONGEST_DAYS), at)


def session_holds(row: SessionRow, user: UserRow, at: datetime) -> bool:
    """Is the browser still signed in at that time (UTC)? None is that signed in in the future, or was used then."""
    longest = LONGEST if user.subject is None else LONGEST_BY_OPENID
    return within(row.seen_at, IDLE, at) and within(row.created_at, longest, at)
