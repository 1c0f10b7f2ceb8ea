"""What the database says of the work: counts for whoever watches an installation. All processes see the same."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.store import clock
from segtier.store.engine import now
from segtier.store.tables import DatabaseRow, DeliveryRow, JobRow, ReportRow, UploadRow

_JOB_STATES = ("queued", "running", "succeeded", "failed", "quarantined")
_DELIVERY_STATES = ("waiting", "sending", "delivered", "dead")


@dataclass(frozen=True, slots=True)
class Figures:
    databases: int
    reports: int
    uploads: int
    upload_bytes: int
    jobs: dict[tuple[str, str], int]
    """By kind and state."""
    failures: dict[str, int]
    """Jobs whose file could not be read, by the code of the error."""
    oldest_queued_s: float
    """0 where nothing waits."""
    deliveries: dict[str, int]
    clock_ahead_s: float
    """0 where the clock is believed: see `store/clock.py`."""


def look(session: Session) -> Figures:
    uploads, size = session.execute(select(func.count(), func.coalesce(func.sum(UploadRow.bytes), 0))).one()
    jobs = session.execute(select(JobRow.kind, JobRow.state, func.count()).group_by(JobRow.kind, JobRow.state))
    code = JobRow.error["code"].as_string()
    failures = session.execute(select(code, func.count()).where(JobRow.error.is_not(None)).group_by(code))
    believed = clock.read(session)
    deliveries = session.execute(select(DeliveryRow.state, func.count()).group_by(DeliveryRow.state))
    return Figures(
        databases=session.scalar(select(func.count()).select_from(DatabaseRow)) or 0,
        reports=session.scalar(select(func.count()).select_from(ReportRow)) or 0,
        uploads=uploads,
        upload_bytes=int(size),
        jobs={("ingest", state): 0 for state in _JOB_STATES} | {(kind, state): n for kind, state, n in jobs},
        failures=dict(failures.all()),
        oldest_queued_s=_oldest_queued_s(session),
        deliveries=dict.fromkeys(_DELIVERY_STATES, 0) | dict(deliveries.all()),
        clock_ahead_s=believed.ahead_s if believed else 0.0,
    )


def _oldest_queued_s(session: Session) -> float:
    since = session.scalar(select(func.min(JobRow.created_at)).where(JobRow.state == "queued"))
    return 0.0 if since is None else max(0.0, (now(session) - since).total_seconds())
