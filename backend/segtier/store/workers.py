"""Signs of life of the workers: a number each, that changes while the worker lives."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from segtier.store.engine import insert_new, now
from segtier.store.tables import WorkerRow


def beat(session: Session, worker: str) -> None:
    """Say that a worker is alive."""
    given = update(WorkerRow).where(WorkerRow.id == worker).values(beat=WorkerRow.beat + 1)
    if session.connection().execute(given).rowcount == 0:
        insert_new(session, WorkerRow.__table__, id=worker, started_at=now(session), beat=0)  # type: ignore[arg-type]


def leave(session: Session, *workers: str) -> None:
    """Workers that ended, or were silent for long."""
    session.execute(delete(WorkerRow).where(WorkerRow.id.in_(workers)))


def signs(session: Session, host: str = "") -> dict[str, int]:
    """Every worker (of that host) with its last sign of life."""
    query = select(WorkerRow.id, WorkerRow.beat).where(WorkerRow.id.startswith(host, autoescape=True))
    return {str(worker): int(sign) for worker, sign in session.execute(query)}
