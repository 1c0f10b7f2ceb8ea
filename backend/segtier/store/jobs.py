"""The queue of record. A worker holds a job by a lease; what it found counts only while the lease is its own.

No lease is judged by a time stamp: clocks are set back and forward. Whoever holds one changes a number (`beat`), and it has
lapsed for those who have seen the number stand still for long enough, each by a clock of its own (`services.silence`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from segtier.errors import NotFound
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import now
from segtier.store.ids import new_id
from segtier.store.records import Fault, JobRecord, Lease
from segtier.store.tables import JobRow

LOOK_AGAIN = timedelta(seconds=10)
"""Between two looks for bytes that were stored and are not seen."""


def record(row: JobRow) -> JobRecord:
    return record_of(JobRecord, row)


def get(session: Session, job_id: str) -> JobRecord:
    row = session.get(JobRow, job_id)
    if row is None:
        raise NotFound(f"no job {job_id[:40]!r}")
    return record(row)


def add(
    session: Session,
    job_id: str,
    upload_id: str,
    at: datetime,
    *,
    packed: bool,
    lane: str | None = None,
    batch: str | None = None,
) -> None:
    """Queue the reading of an upload; part of the transaction that accepts the upload.

    `lane` is the archive the file came in; files that came by themselves are one lane. A lane's next job follows its last
    one, but starts no earlier than the job whose turn it is: so a file that comes alone waits for one file of each archive.
    """
    session.add(
        JobRow(
            id=job_id,
            kind="ingest",
            upload_id=upload_id,
            packed=packed,
            lane=lane or "",
            batch=batch,
            turn=max(_turn_now(session), _last_turn(session, lane or "") + 1),
            state="queued",
            stage="received",
            attempt=0,
            faults=0,
            losses=0,
            beat=0,
            progress_pct=0,
            created_at=at,
        )
    )


def replace(session: Session, job_id: str) -> None:
    """Its upload has a later one."""
    session.execute(update(JobRow).where(JobRow.id == job_id).values(replaced=True))


def is_packed(session: Session, job_id: str) -> bool:
    return session.execute(select(JobRow.packed).where(JobRow.id == job_id)).scalar_one()


def _turn_now(session: Session) -> int:
    """The turn of the job that is next; 0 where none waits."""
    return session.execute(select(func.min(JobRow.turn)).where(JobRow.state == "queued")).scalar_one() or 0


def _last_turn(session: Session, lane: str) -> int:
    found: int | None = session.execute(
        select(JobRow.turn).where(JobRow.lane == lane, JobRow.state == "queued").order_by(JobRow.turn.desc()).limit(1)
    ).scalar_one_or_none()
    return -1 if found is None else found


def new_job_id() -> str:
    return new_id("job")


def claim_next(session: Session, worker: str, *, packed_too: bool = True) -> Lease | None:
    """Take the job whose turn it is; None where none waits. `packed_too=False` leaves archives and the like to others."""
    at = now(session)
    query = select(JobRow.id).where(JobRow.state == "queued", _may_begin(at))
    if not packed_too:
        query = query.where(JobRow.packed.is_(False))
    waiting = query.order_by(JobRow.turn, JobRow.id).limit(1).with_for_update(skip_locked=True).scalar_subquery()
    taken = session.execute(
        update(JobRow)
        .where(JobRow.id == waiting, JobRow.state == "queued")
        .values(
            state="running",
            stage="reading",
            waits_for=None,
            progress_pct=10,
            attempt=JobRow.attempt + 1,
            beat=JobRow.beat + 1,
            worker=worker,
            started_at=at,
            heartbeat_at=at,
        )
        .returning(JobRow.id, JobRow.attempt, JobRow.packed)
    ).one_or_none()
    return None if taken is None else Lease(*taken)


def _may_begin(at: datetime) -> ColumnElement[bool]:
    """Not one whose bytes were looked for a moment ago; a time to come is one of another clock."""
    just_now = JobRow.started_at.between(at - LOOK_AGAIN, at)
    return or_(JobRow.waits_for.is_distinct_from("files-away"), JobRow.faults == 0, ~just_now)


def keep(session: Session, lease: Lease, stage: str | None = None, progress_pct: int | None = None) -> bool:
    """Give a sign of life, and how far the work is; False where the lease was lost."""
    values: dict[str, object] = {"beat": JobRow.beat + 1, "heartbeat_at": now(session)}
    if stage is not None:
        values |= {"stage": stage, "progress_pct": progress_pct}
    return _change(session, lease, **values)


def hold(session: Session, lease: Lease) -> bool:
    """Lock the job until the transaction ends; False where the lease was lost and nothing may be written."""
    query = select(JobRow.id).where(*_held(lease)).with_for_update()
    return session.execute(query).scalar_one_or_none() is not None


def finish(session: Session, lease: Lease, state: str, error: Fault | None = None) -> bool:
    """End the job as succeeded, failed or quarantined; False where the lease was lost."""
    values = {"stage": "done", "progress_pct": 100, "error": columns_of(error) if error else None}
    return _change(session, lease, state=state, finished_at=now(session), **values)


def signs(session: Session) -> dict[Lease, int]:
    """Every job somebody holds, with its last sign of life."""
    query = select(JobRow.id, JobRow.attempt, JobRow.packed, JobRow.beat).where(JobRow.state == "running")
    return {Lease(job_id, attempt, packed): beat for job_id, attempt, packed, beat in session.execute(query)}


def still(session: Session, lease: Lease, beat: int) -> bool:
    """Lock a job that has given no sign of life since that one; False where it has, or somebody else looks at it."""
    query = select(JobRow.id).where(*_held(lease), JobRow.beat == beat).with_for_update(skip_locked=True)
    return session.execute(query).scalar_one_or_none() is not None


def of_worker(session: Session, worker: str) -> Sequence[Lease]:
    """The jobs a worker has in hand, locked; rows others look at are skipped."""
    query = (
        select(JobRow.id, JobRow.attempt, JobRow.packed)
        .where(JobRow.state == "running", JobRow.worker == worker)
        .order_by(JobRow.id)
        .with_for_update(skip_locked=True)
    )
    return [Lease(*row) for row in session.execute(query)]


def count_loss(session: Session, lease: Lease) -> int:
    """One more who read it was lost; gives how many by now, 0 where the lease is not held any more."""
    return _count(session, lease, JobRow.losses)


def count_fault(session: Session, lease: Lease) -> int:
    """Segtier failed on the file once more; gives how often by now, 0 where the lease is not held any more."""
    return _count(session, lease, JobRow.faults)


def _count(session: Session, lease: Lease, counter: InstrumentedAttribute[int]) -> int:
    counted = update(JobRow).where(*_held(lease)).values({counter: counter + 1}).returning(counter)
    return session.execute(counted).scalar_one_or_none() or 0


def requeue(session: Session, lease: Lease) -> bool:
    """Put a running job back at its place; its old attempt can no longer finish it. False where it was lost."""
    return _change(session, lease, state="queued", stage="received", progress_pct=0, worker=None)


def take_back(session: Session, upload_ids: Collection[str]) -> None:
    """Put what is being read of these uploads back at its place: whoever reads it can no longer finish it."""
    values = {"state": "queued", "stage": "received", "progress_pct": 0, "worker": None}
    session.execute(update(JobRow).where(JobRow.upload_id.in_(upload_ids), JobRow.state == "running").values(**values))


def requeue_last(session: Session, lease: Lease, waits_for: str | None = None) -> bool:
    """Put a running job back behind all others, saying what it waits for. False where it was lost."""
    last = session.execute(select(func.max(JobRow.turn)).where(JobRow.state == "queued")).scalar_one() or 0
    values = {"stage": "received", "progress_pct": 0, "worker": None, "waits_for": waits_for}
    return _change(session, lease, state="queued", turn=last + 1, **values)


def _change(session: Session, lease: Lease, **values: object) -> bool:
    result = session.connection().execute(update(JobRow).where(*_held(lease)).values(**values))
    return result.rowcount == 1


def _held(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    return (JobRow.id == lease.job_id, JobRow.attempt == lease.attempt, JobRow.state == "running")
