"""Signs of life of the workers."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from segtier.store.engine import insert_new, now
from segtier.store.tables import WorkerRow

_FORGET_AFTER = timedelta(hours=1)


def beat(session: Session, worker: str) -> None:
    """Say that a worker is alive; forgets workers that went silent long ago."""
    at = now(session)
    known = session.connection().execute(update(WorkerRow).where(WorkerRow.id == worker).values(heartbeat_at=at))
    if known.rowcount == 0:
        insert_new(session, WorkerRow.__table__, id=worker, started_at=at, heartbeat_at=at)  # type: ignore[arg-type]
        session.execute(delete(WorkerRow).where(WorkerRow.heartbeat_at < at - _FORGET_AFTER))


def leave(session: Session, worker: str) -> None:
    session.execute(delete(WorkerRow).where(WorkerRow.id == worker))


def silence_s(session: Session, host: str = "") -> float | None:
    """Seconds since the latest sign of life of any worker (of that host); None where there is none."""
    query = select(func.max(WorkerRow.heartbeat_at)).where(WorkerRow.id.startswith(host, autoescape=True))
    latest = session.execute(query).scalar_one_or_none()
    return None if latest is None else (now(session) - latest).total_seconds()
