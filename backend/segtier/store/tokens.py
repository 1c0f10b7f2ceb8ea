"""API tokens, each known by the digest of its text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.model.account import Scope, Token, User
from segtier.moments import within
from segtier.store.convert import record_of
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.rights import token_holds
from segtier.store.tables import TokenRow, UserRow

_NOTED_EVERY = timedelta(minutes=1)


def add(
    session: Session,
    digest: str,
    user_id: str,
    name: str,
    scopes: Sequence[Scope],
    databases: Sequence[str] | None,
    lasts: timedelta,
) -> Token:
    at = now(session)
    row = TokenRow(
        id=new_id("tok"),
        digest=digest,
        user_id=user_id,
        name=name,
        scopes=list(scopes),
        databases=None if databases is None else list(databases),
        created_at=at,
        expires_at=at + lasts,
        used_at=None,
    )
    session.add(row)
    session.flush()
    return record_of(Token, row)


def of_user(session: Session, user_id: str) -> list[Token]:
    """In the order they were made."""
    rows = session.scalars(select(TokenRow).where(TokenRow.user_id == user_id).order_by(TokenRow.id))
    return [record_of(Token, row) for row in rows]


def count_of(session: Session, user_id: str) -> int:
    return session.scalar(select(func.count()).where(TokenRow.user_id == user_id)) or 0


def find(session: Session, digest: str) -> tuple[User, Token, bool] | None:
    """Whose it is, and whether a use of it is to be noted; None where it is none or has expired."""
    query = select(TokenRow, UserRow).join(UserRow, UserRow.id == TokenRow.user_id)
    found = session.execute(query.where(TokenRow.digest == digest)).first()
    if found is None or not token_holds(found[0], at := now(session)):
        return None
    row = found[0]
    unnoted = row.used_at is None or not within(row.used_at, _NOTED_EVERY, at)
    return record_of(User, found[1]), record_of(Token, row), unnoted


def note_use(session: Session, token_id: str) -> None:
    session.execute(update(TokenRow).where(TokenRow.id == token_id).values(used_at=now(session)))


def delete(session: Session, user_id: str, token_id: str) -> Token:
    """Raises NotFound where the user has no such token."""
    row = session.get(TokenRow, token_id)
    if row is None or row.user_id != user_id:
        raise NotFound(f"no token {token_id[:40]!r}")
    token = record_of(Token, row)
    session.delete(row)
    session.flush()
    return token
