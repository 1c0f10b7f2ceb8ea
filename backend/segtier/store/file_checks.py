"""Stored files in the order of their digests: how far they are checked, in one row, and which of them are damaged.

Whoever comes round to a file checked all others since: the next one is always the one that was checked longest ago.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import delete, func, not_, select, update
from sqlalchemy.orm import Session

from segtier.moments import within
from segtier.store import unsettled
from segtier.store.engine import insert_new, now
from segtier.store.tables import DamagedFileRow, FileCheckRow, UploadRow

_ROW = 1


class Stored(NamedTuple):
    upload_id: str
    sha256: str
    file: str


def take_turn(session: Session, every: timedelta) -> str | None:
    """The digest after which to go on; None where somebody took a turn less than `every` ago, unless the clock went back."""
    at = now(session)
    if insert_new(session, FileCheckRow.__table__, id=_ROW, after="", turn_at=at):  # type: ignore[arg-type]
        return ""
    due = not_(within(FileCheckRow.turn_at, every, at))
    taken = update(FileCheckRow).where(FileCheckRow.id == _ROW, due).values(turn_at=at).returning(FileCheckRow.after)
    return session.execute(taken).scalar_one_or_none()


def count(session: Session) -> int:
    return session.execute(select(func.count()).select_from(UploadRow)).scalar_one()


def following(session: Session, after: str, most: int) -> list[Stored]:
    columns = (UploadRow.id, UploadRow.sha256, UploadRow.file)
    query = select(*columns).where(UploadRow.sha256 > after).order_by(UploadRow.sha256).limit(most)
    return [Stored(*row) for row in session.execute(query)]


def note(session: Session, after: str, checked: Collection[str], damaged: Collection[str]) -> None:
    """Uploads that were checked, damaged ones among them; `after`: the digest of the last one, nothing to begin anew."""
    session.execute(update(FileCheckRow).where(FileCheckRow.id == _ROW).values(after=after))
    for some in unsettled.slices(checked):
        session.execute(delete(DamagedFileRow).where(DamagedFileRow.upload_id.in_(some)))
    for some in unsettled.slices(damaged):
        for upload_id in session.scalars(select(UploadRow.id).where(UploadRow.id.in_(some)).with_for_update(read=True)):
            session.add(DamagedFileRow(upload_id=upload_id, seen_at=now(session)))
    session.flush()


def mended(session: Session, upload_id: str) -> None:
    """Its bytes came again."""
    session.execute(delete(DamagedFileRow).where(DamagedFileRow.upload_id == upload_id))


def damaged(session: Session) -> set[str]:
    """Digests of those that were damaged or gone when they were checked last."""
    query = select(UploadRow.sha256).join(DamagedFileRow, DamagedFileRow.upload_id == UploadRow.id)
    return set(session.scalars(query))
