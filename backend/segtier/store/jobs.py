"""The queue of record. A worker holds a job by a lease; what it found counts only while the lease is its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, exists, select, update
from sqlalchemy.orm import Session, aliased

from segtier.errors import NotFound
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.records import Fault, JobRecord, Lease
from segtier.store.tables import JobRow


def record(row: JobRow) -> JobRecord:
    return JobRecord(
        id=row.id,
        kind=row.kind,
        upload_id=row.upload_id,
        state=row.state,
        stage=row.stage,
        attempt=row.attempt,
        progress_pct=row.progress_pct,
        error=Fault(**row.error) if row.error else None,
        created_at=row.created_at,
        started_at=row.started_at,
        heartbeat_at=row.heartbeat_at,
        finished_at=row.finished_at,
    )


def get(session: Session, job_id: str) -> JobRecord:
    row = session.get(JobRow, job_id)
    if row is None:
        raise NotFound(f"no job {job_id[:40]!r}")
    return record(row)


def add(session: Session, job_id: str, upload_id: str, at: datetime) -> None:
    """Queue the reading of an upload; part of the transaction that accepts the upload."""
    session.add(
        JobRow(
            id=job_id,
            kind="ingest",
            upload_id=upload_id,
            state="queued",
            stage="received",
            attempt=0,
            progress_pct=0,
            created_at=at,
            rung_at=at,
        )
    )


def new_job_id() -> str:
    return new_id("job")


def claim(session: Session, job_id: str, worker: str) -> Lease | None:
    """Take a queued job; None where it is gone, finished or another worker's."""
    return _claim(session, JobRow.id == job_id, worker)


def claim_next(session: Session, worker: str) -> Lease | None:
    """Take the job that waits longest; None where none waits."""
    waiting = _waiting().with_for_update(skip_locked=True).scalar_subquery()
    return _claim(session, JobRow.id == waiting, worker)


def first_waiting(session: Session) -> str | None:
    return session.execute(_waiting()).scalar_one_or_none()


def _waiting() -> Select[str]:
    return select(JobRow.id).where(JobRow.state == "queued").order_by(JobRow.id).limit(1)


def _claim(session: Session, condition: ColumnElement[bool], worker: str) -> Lease | None:
    at = now(session)
    taken = session.execute(
        update(JobRow)
        .where(condition, JobRow.state == "queued")
        .values(
            state="running",
            stage="reading",
            progress_pct=10,
            attempt=JobRow.attempt + 1,
            worker=worker,
            started_at=at,
            heartbeat_at=at,
        )
        .returning(JobRow.id, JobRow.attempt)
    ).one_or_none()
    return None if taken is None else Lease(*taken)


def keep(session: Session, lease: Lease, stage: str | None = None, progress_pct: int | None = None) -> bool:
    """Give a sign of life, and how far the work is; False where the lease was lost."""
    values: dict[str, object] = {"heartbeat_at": now(session)}
    if stage is not None:
        values |= {"stage": stage, "progress_pct": progress_pct}
    result = session.connection().execute(update(JobRow).where(*_held(lease)).values(**values))
    return result.rowcount == 1


def hold(session: Session, lease: Lease) -> bool:
    """Lock the job until the transaction ends; False where the lease was lost and nothing may be written."""
    query = select(JobRow.id).where(*_held(lease)).with_for_update()
    return session.execute(query).scalar_one_or_none() is not None


def finish(session: Session, lease: Lease, state: str, error: Fault | None = None) -> bool:
    """End the job as succeeded, failed or quarantined; False where the lease was lost."""
    result = session.connection().execute(
        update(JobRow)
        .where(*_held(lease))
        .values(
            state=state,
            stage="done",
            progress_pct=100,
            error=asdict(error) if error else None,
            finished_at=now(session),
        )
    )
    return result.rowcount == 1


def lapsed(session: Session, lease_s: float) -> Sequence[Lease]:
    """Running jobs whose worker gave no sign of life for `lease_s`, locked; rows others look at are skipped."""
    return _running(session, JobRow.heartbeat_at < now(session) - timedelta(seconds=lease_s))


def of_worker(session: Session, worker: str) -> Sequence[Lease]:
    """The jobs a worker has in hand, locked; rows others look at are skipped."""
    return _running(session, JobRow.worker == worker)


def _running(session: Session, condition: ColumnElement[bool]) -> Sequence[Lease]:
    query = (
        select(JobRow.id, JobRow.attempt)
        .where(JobRow.state == "running", condition)
        .order_by(JobRow.id)
        .with_for_update(skip_locked=True)
    )
    return [Lease(job_id, attempt) for job_id, attempt in session.execute(query)]


def requeue(session: Session, lease: Lease) -> None:
    """Put a running job back; its old attempt can no longer finish it."""
    at = now(session)
    session.execute(
        update(JobRow)
        .where(*_held(lease))
        .values(state="queued", stage="received", progress_pct=0, worker=None, rung_at=at)
    )


def unheard(session: Session, silence_s: float, most: int) -> list[str]:
    """Queued jobs whose bell rang at least `silence_s` ago and nobody came; their bell counts as rung again.

    Empty where any job was taken up within that time: whoever took it goes on with those that wait.
    """
    at = now(session)
    long_ago = at - timedelta(seconds=silence_s)
    query = (
        select(JobRow.id)
        .where(JobRow.state == "queued", JobRow.rung_at < long_ago)
        .where(~exists().where(aliased(JobRow).started_at >= long_ago))
        .order_by(JobRow.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    ids = list(session.execute(query).scalars())
    session.execute(update(JobRow).where(JobRow.id.in_(ids)).values(rung_at=at))
    return ids


def _held(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    return (JobRow.id == lease.job_id, JobRow.attempt == lease.attempt, JobRow.state == "running")
