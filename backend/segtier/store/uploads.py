"""Uploads, each with its current job and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import msgspec
from sqlalchemy import Row, Select, select, update
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.model.evidence import Warn
from segtier.store import jobs
from segtier.store.engine import insert_new, now
from segtier.store.ids import new_id
from segtier.store.records import UploadRecord
from segtier.store.tables import JobRow, ReportRow, UploadRow


@dataclass(frozen=True, slots=True)
class NewUpload:
    """A file whose bytes are stored already."""

    file: str
    bytes: int
    sha256: str
    period: str
    sample: bool = False
    batch: str | None = None
    wanted_database_id: str | None = None


def add(session: Session, new: NewUpload) -> UploadRecord | None:
    """Accept an upload and queue its job, in one transaction; None where the same bytes are known."""
    upload_id, job_id, at = new_id("upl"), jobs.new_job_id(), now(session)
    fresh = insert_new(
        session,
        UploadRow.__table__,  # type: ignore[arg-type]
        id=upload_id,
        job_id=job_id,
        created_at=at,
        **asdict(new),
    )
    if not fresh:
        return None
    jobs.add(session, job_id, upload_id, at)
    session.flush()
    return get(session, upload_id)


def get(session: Session, upload_id: str) -> UploadRecord:
    found = session.execute(_query().where(UploadRow.id == upload_id)).one_or_none()
    if found is None:
        raise NotFound(f"no upload {upload_id[:40]!r}")
    return _record(found)


def by_digest(session: Session, sha256: str) -> UploadRecord | None:
    found = session.execute(_query().where(UploadRow.sha256 == sha256)).one_or_none()
    return None if found is None else _record(found)


def page(session: Session, limit: int, before: str | None) -> list[UploadRecord]:
    """Newest first: at most `limit` uploads older than the identifier `before`."""
    query = _query().order_by(UploadRow.id.desc()).limit(limit)
    if before is not None:
        query = query.where(UploadRow.id < before)
    return [_record(found) for found in session.execute(query)]


def of_database(session: Session, database_id: str) -> list[UploadRecord]:
    return [_record(found) for found in session.execute(_query().where(ReportRow.database_id == database_id))]


def wish_database(session: Session, upload_id: str, database_id: str) -> None:
    """Remember which database the user says the file belongs to."""
    session.execute(update(UploadRow).where(UploadRow.id == upload_id).values(wanted_database_id=database_id))


def queue_again(session: Session, upload_id: str) -> UploadRecord:
    """A new job for an upload whose last one is over: states of a job never move backwards."""
    job_id, at = jobs.new_job_id(), now(session)
    jobs.add(session, job_id, upload_id, at)
    session.execute(update(UploadRow).where(UploadRow.id == upload_id).values(job_id=job_id))
    session.flush()
    return get(session, upload_id)


def delete(session: Session, upload_id: str) -> None:
    """Remove an upload with its jobs, report and document."""
    row = session.get(UploadRow, upload_id)
    if row is not None:
        session.delete(row)
        session.flush()


def digest_is_used(session: Session, sha256: str) -> bool:
    return session.execute(select(UploadRow.id).where(UploadRow.sha256 == sha256)).first() is not None


def _query() -> Select[UploadRow, JobRow, ReportRow]:
    return (
        select(UploadRow, JobRow, ReportRow)
        .join(JobRow, JobRow.id == UploadRow.job_id)
        .outerjoin(ReportRow, ReportRow.upload_id == UploadRow.id)
    )


def _record(found: Row[UploadRow, JobRow, ReportRow]) -> UploadRecord:
    row, job = found[0], found[1]
    report: ReportRow | None = found[2]
    return UploadRecord(
        id=row.id,
        file=row.file,
        bytes=row.bytes,
        sha256=row.sha256,
        period=row.period,
        sample=row.sample,
        batch=row.batch,
        wanted_database_id=row.wanted_database_id,
        created_at=row.created_at,
        job=jobs.record(job),
        report_id=report.id if report else None,
        database_id=report.database_id if report else None,
        kind=report.kind if report else None,
        warnings=_warnings(report),
    )


def _warnings(report: ReportRow | None) -> tuple[Warn, ...]:
    if report is None:
        return ()
    raw: Iterable[dict[str, object] | None] = (*report.warnings, report.link_warning)
    return tuple(msgspec.convert(warn, Warn) for warn in raw if warn)
