"""Who may sign in. Whoever changes one began the transaction with `one_at_a_time`: there is always an admin left."""

from __future__ import annotations

import unicodedata
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from segtier.accounts import user_key
from segtier.errors import NotFound
from segtier.model.account import Role, User
from segtier.store.convert import record_of
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.tables import UserRow


def any_admin(session: Session) -> bool:
    return bool(session.scalar(select(exists().where(UserRow.role == "admin"))))


def count_admins(session: Session) -> int:
    return session.scalar(select(func.count()).where(UserRow.role == "admin")) or 0


class Place(NamedTuple):
    """Of a user among all."""

    key: Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00]*$")]

    @classmethod
    def of(cls, user: User) -> Place:
        return cls(user_key(user.name))


def list_all(session: Session, after: Place | None = None, limit: int | None = None) -> list[User]:
    """By name; at most `limit` of those after a place."""
    query = select(UserRow).order_by(UserRow.key).limit(limit)
    if after is not None:
        query = query.where(UserRow.key > after.key)
    return [record_of(User, row) for row in session.scalars(query)]


def get(session: Session, user_id: str) -> User:
    return record_of(User, _row(session, user_id))


def named(session: Session, name: str) -> tuple[User, str] | None:
    """The user of that name, and the hash of the password; a name may be typed in another form of Unicode."""
    row = _of_key(session, user_key(name)) or _of_key(session, user_key(unicodedata.normalize("NFKC", name)))
    return None if row is None else (record_of(User, row), row.password)


def _of_key(session: Session, key: str) -> UserRow | None:
    return session.scalar(select(UserRow).where(UserRow.key == key))


def password_of(session: Session, user_id: str) -> str:
    return _row(session, user_id).password


def is_local(session: Session, user_id: str) -> bool:
    """Nobody but this installation knows the user: they sign in by a password."""
    return _row(session, user_id).subject is None


def of_subject(session: Session, subject: str) -> User | None:
    """The user whom an OpenID provider knows by that."""
    row = session.scalar(select(UserRow).where(UserRow.subject == subject))
    return None if row is None else record_of(User, row)


def add(session: Session, name: str, role: Role, password: str, subject: str | None = None) -> User:
    row = UserRow(
        id=new_id("usr"),
        key=user_key(name),
        name=name,
        role=role,
        password=password,
        subject=subject,
        created_at=now(session),
    )
    session.add(row)
    session.flush()
    return record_of(User, row)


def change(session: Session, user_id: str, *, role: Role | None = None, password: str | None = None) -> User:
    """Set what is given."""
    row = _row(session, user_id)
    row.role, row.password = role or row.role, password or row.password
    session.flush()
    return record_of(User, row)


def delete(session: Session, user_id: str) -> None:
    """With all sessions and tokens."""
    session.delete(_row(session, user_id))
    session.flush()


def _row(session: Session, user_id: str) -> UserRow:
    row = session.get(UserRow, user_id, populate_existing=True)
    if row is None:
        raise NotFound(f"no user {user_id[:40]!r}")
    return row
