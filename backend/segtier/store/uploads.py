"""Uploads, each with its current job and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, CompoundSelect, Row, Select, and_, case, func, select, update
from sqlalchemy import delete as sql_delete
from sqlalchemy import exists as sql_exists
from sqlalchemy.orm import Session, aliased

from segtier.audit import RECORDED
from segtier.dataclass import dataclass
from segtier.errors import NotFound
from segtier.model.account import ITSELF
from segtier.model.audit import Deleter
from segtier.model.document_kind import OF_SEVERAL
from segtier.model.evidence import Warn
from segtier.store import audit, dump_parts, held, jobs, reports, unsettled
from segtier.store.clock import Believed
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import insert_new, now
from segtier.store.ids import Id, new_id
from segtier.store.records import FINISHED, About, DumpFile, Expanded, HeldIntervals, Members, Period, UploadRecord
from segtier.store.tables import JobRow, ReportRow, UploadRow
from segtier.typed import converted

T = TypeVar("T")
ARCHIVE: Final = "archive"
"""What an upload says as its kind where it is not a document but holds some."""
_ENTERED_AT_ONCE = 200
"""Members in one entry of the audit trail, which people read too."""


@dataclass(frozen=True, slots=True)
class NewUpload:
    """A file whose bytes are stored already."""

    file: str
    bytes: int
    sha256: str
    period: Period
    sample: bool = False
    batch: str | None = None
    wanted_database_id: str | None = None
    archive_id: str | None = None
    packed: bool = False
    """An archive, a bundle or a workbook, by its first bytes."""


def add(session: Session, new: NewUpload) -> UploadRecord | None:
    """Accept an upload and queue its job, in one transaction; None where the same bytes are known."""
    upload_id = _add(session, new, jobs.new_job_id())
    return None if upload_id is None else get(session, upload_id)


def add_members(session: Session, members: Iterable[NewUpload]) -> list[str]:
    """Accept the files of an archive that are not known yet, in their order; gives their jobs."""
    named = [(jobs.new_job_id(), member) for member in members]
    return [job_id for job_id, member in named if _add(session, member, job_id) is not None]


def _add(session: Session, new: NewUpload, job_id: str) -> str | None:
    upload_id, at = new_id("upl"), now(session)
    row = {"id": upload_id, "job_id": job_id, "created_at": at, **columns_of(new)}
    row["begins"] = new.batch is not None and new.archive_id is None and not _has_begun(session, new.batch)
    if not insert_new(session, UploadRow.__table__, **row):  # type: ignore[arg-type]
        return None
    jobs.add(session, job_id, upload_id, at, packed=new.packed, lane=new.archive_id, batch=new.batch)
    session.flush()
    return upload_id


def _has_begun(session: Session, batch: str) -> bool:
    """Whoever deletes the upload that begins it waits from here on, and then sees what comes now."""
    first = select(UploadRow.id).where(UploadRow.batch == batch, UploadRow.archive_id.is_(None), UploadRow.begins)
    return session.execute(first.with_for_update(read=True, key_share=True)).first() is not None


def _begin_again(session: Session, batches: Collection[str]) -> None:
    """The first upload that is left of each of these batches begins it."""
    for batch in sorted(batches):
        left = select(UploadRow.id).where(UploadRow.batch == batch, UploadRow.archive_id.is_(None))
        first = left.order_by(UploadRow.created_at, UploadRow.id).limit(1).scalar_subquery()
        session.execute(
            update(UploadRow)
            .where(UploadRow.id == first)
            .values(begins=True)
            .execution_options(synchronize_session=False)
        )


def get(session: Session, upload_id: str) -> UploadRecord:
    found = _records(session, _query().where(UploadRow.id == upload_id))
    if not found:
        raise NotFound(f"no upload {upload_id[:40]!r}")
    return found[0]


def of_job(session: Session, job_id: str) -> UploadRecord:
    """The upload a job reads; raises NotFound where either is gone."""
    found = _records(session, _query().where(JobRow.id == job_id, UploadRow.id == JobRow.upload_id))
    if not found:
        raise NotFound(f"no upload is read by job {job_id[:40]!r}")
    return found[0]


def by_digest(session: Session, sha256: str) -> UploadRecord | None:
    found = _records(session, _query().where(UploadRow.sha256 == sha256))
    return found[0] if found else None


def held_by_digest(session: Session, sha256: str) -> UploadRecord | None:
    """The same, which nobody can delete until the transaction ends."""
    held = select(UploadRow.id).where(UploadRow.sha256 == sha256).with_for_update()
    return None if session.execute(held).first() is None else by_digest(session, sha256)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which uploads: those that came by themselves, archives among them; with `archive_id` the members of that archive."""

    archive_id: str | None = None
    states: Sequence[str] = ()
    """As they are told: an archive is running until its files are read. Any, where none is named."""
    batch: str | None = None
    """Any, where none is named; `NO_BATCH` for those that were sent without one."""
    known: Collection[str] | None = None
    """Only those of which all that was read belongs to one of these databases."""


NO_BATCH = "none"


class Place(NamedTuple):
    """Of an upload among all."""

    id: Id


def page(session: Session, limit: int, after: Place | None, wanted: Wanted) -> list[UploadRecord]:
    """Newest first: at most `limit` of those after a place."""
    alone = UploadRow.archive_id.is_(None)
    query = select(UploadRow.id).where(
        alone if wanted.archive_id is None else UploadRow.archive_id == wanted.archive_id
    )
    if wanted.batch is not None:
        batch = None if wanted.batch == NO_BATCH else wanted.batch
        query = query.where(UploadRow.batch.is_(None) if batch is None else UploadRow.batch == batch)
    if wanted.known is not None:
        query = query.where(_all_within(wanted.known))
    if wanted.states:
        query = query.join(JobRow, JobRow.id == UploadRow.job_id).where(_told_state().in_(wanted.states))
        if "succeeded" not in wanted.states:  # most are
            query = query.where(UploadRow.id.in_(_may_be(wanted.states)))
    if after is not None:
        query = query.where(UploadRow.id < after.id)
    return of_ids(session, session.scalars(query.order_by(UploadRow.id.desc()).limit(limit)).all())


def is_known(session: Session, upload_id: str, databases: Collection[str]) -> bool:
    """Does all that was read from it belong to these databases?"""
    return bool(session.scalar(select(sql_exists().where(UploadRow.id == upload_id, _all_within(databases)))))


def _all_within(databases: Collection[str]) -> ColumnElement[bool]:
    mine, within = ReportRow.upload_id == UploadRow.id, ReportRow.database_id.in_(databases)
    some = sql_exists().where(mine, within).correlate(UploadRow)
    other = sql_exists().where(mine, ReportRow.database_id.is_(None) | ~within).correlate(UploadRow)
    return and_(some, ~other)


def of_ids(session: Session, ids: Sequence[str]) -> list[UploadRecord]:
    """Newest first."""
    return _records(session, _query().where(UploadRow.id.in_(ids)).order_by(UploadRow.id.desc()))


def of_database(session: Session, database_id: str) -> list[UploadRecord]:
    """Those that reports of it were read from, and the other files of their dumps."""
    read = session.scalars(select(ReportRow.upload_id).where(ReportRow.database_id == database_id, ReportRow.part == 0))
    return of_ids(session, sorted(dump_parts.with_their_dumps(session, [one for one in read if one is not None])))


def shared_file(session: Session, database_id: str) -> str | None:
    """The name of a file that holds reports of this database and of another: a compare-period report of the two."""
    own, other = aliased(ReportRow), aliased(ReportRow)
    query = (
        select(UploadRow.file)
        .join(own, and_(own.upload_id == UploadRow.id, own.database_id == database_id))
        .join(other, and_(other.upload_id == UploadRow.id, other.database_id != database_id))
    )
    return session.scalar(query.limit(1))


def count_members(session: Session, archive_id: str) -> int:
    query = select(func.count()).select_from(UploadRow).where(UploadRow.archive_id == archive_id)
    return session.execute(query).scalar_one()


def set_expanded(session: Session, upload_id: str, expanded: Expanded) -> None:
    """Remember what an archive held."""
    session.execute(update(UploadRow).where(UploadRow.id == upload_id).values(archive=columns_of(expanded)))


def is_unfinished(session: Session, archive_id: str) -> bool:
    """Is the archive, or a file of it, still waiting or being read?"""
    query = (
        select(JobRow.id)
        .join(UploadRow, UploadRow.job_id == JobRow.id)
        .where(JobRow.state.in_(("queued", "running")))
        .where((UploadRow.archive_id == archive_id) | (UploadRow.id == archive_id))
    )
    return session.execute(query.limit(1)).first() is not None


def wish_database(session: Session, upload_id: str, database_id: str) -> None:
    """Remember which database the user says the file belongs to."""
    session.execute(update(UploadRow).where(UploadRow.id == upload_id).values(wanted_database_id=database_id))


def wished_database(session: Session, upload_id: str) -> str | None:
    return session.execute(select(UploadRow.wanted_database_id).where(UploadRow.id == upload_id)).scalar_one()


def queue_again(session: Session, upload_id: str) -> UploadRecord:
    """A new job for an upload whose last one is over: states of a job never move backwards."""
    job_id, at, last = jobs.new_job_id(), now(session), get(session, upload_id)
    packed = jobs.is_packed(session, last.job.id)
    jobs.add(session, job_id, upload_id, at, packed=packed, lane=last.archive_id, batch=last.batch)
    jobs.replace(session, last.job.id)
    session.execute(update(UploadRow).where(UploadRow.id == upload_id).values(job_id=job_id))
    session.flush()
    return get(session, upload_id)


def record(session: Session, upload_id: str) -> None:
    """Write into the audit trail that a file is here, and its members: those that are not there yet. For when all are read."""
    known: set[str] = set()
    for entry in audit.of_subject(session, RECORDED, upload_id):
        known |= entry.detail["uploads"].keys()
    rows = session.execute(select(UploadRow.id, UploadRow.sha256).where(_itself_and_members(upload_id)))
    new = [(one, sha256) for one, sha256 in sorted(tuple(row) for row in rows) if one not in known]
    for some in _few(new):
        audit.append(session, ITSELF, RECORDED, upload_id, {"uploads": dict(some)})


def delete(session: Session, upload_id: str, by: Deleter) -> None:
    """Remove an upload with its jobs, report and document, and an archive with its members. Nothing where it is gone.

    Waits for a worker that is just adding some, which must be seen to be removed; after that it holds no lease.
    """
    hold_jobs(session, upload_id)
    of = {"databases": sorted(reports.databases_of_uploads(session, upload_id))}
    reports.leave(session, _itself_and_members(upload_id))
    gone = session.execute(
        select(UploadRow.id, UploadRow.sha256, UploadRow.file, UploadRow.batch, UploadRow.begins)
        .where(_itself_and_members(upload_id))
        .order_by(UploadRow.id)
    ).all()
    session.execute(sql_delete(UploadRow).where(_itself_and_members(upload_id)))
    _begin_again(session, {one.batch for one in gone if one.begins and one.batch is not None})
    for one in gone:
        if one.id == upload_id:
            audit.delete(session, by, "upload", upload_id, {"sha256": one.sha256} | of, file=one.file)
    for some in _few([one for one in gone if one.id != upload_id]):
        members = {one.id: one.sha256 for one in some}
        audit.delete(session, by, "upload", upload_id, {"members": members} | of, files=[one.file for one in some])


def _few(many: Sequence[T]) -> Iterator[Sequence[T]]:
    return (many[begin : begin + _ENTERED_AT_ONCE] for begin in range(0, len(many), _ENTERED_AT_ONCE))


def _itself_and_members(upload_id: str) -> ColumnElement[bool]:
    return (UploadRow.id == upload_id) | (UploadRow.archive_id == upload_id)


def hold_jobs(session: Session, upload_id: str) -> None:
    """Nobody adds a file of this archive until the transaction ends."""
    session.execute(select(JobRow.id).where(JobRow.upload_id == upload_id).with_for_update()).all()


def exists(session: Session, upload_id: str) -> bool:
    return session.get(UploadRow, upload_id) is not None


def finished_before(session: Session, clock: Believed, lasts: timedelta) -> list[str]:
    """Uploads that came longer ago and are read, or never will be; of an archive only itself, once all in it are."""
    row = aliased(UploadRow)
    wanted = (
        select(row.id)
        .join(JobRow, JobRow.id == row.job_id)
        .where(
            row.created_at < clock.before(lasts),
            row.archive_id.is_(None),
            JobRow.state.in_(FINISHED),
            ~_has_unread(row),
        )
        .order_by(row.id)
    )
    return list(session.scalars(wanted))


def _told_state() -> ColumnElement[str]:
    """The job's; of an archive that is taken apart that of its files (`UploadRecord.waits_for_members`)."""
    return case((and_(JobRow.state == "succeeded", _has_unread(UploadRow)), "running"), else_=JobRow.state)


def _may_be(states: Sequence[str]) -> CompoundSelect[str]:
    """Those that a job says so of, and archives with files that are not read."""
    unread = select(JobRow.upload_id).where(JobRow.state.in_(("queued", "running")))
    said = select(JobRow.upload_id).where(JobRow.state.in_(states))
    return said.union(select(UploadRow.archive_id).where(UploadRow.id.in_(unread), UploadRow.archive_id.is_not(None)))


def _has_unread(row: type[UploadRow]) -> ColumnElement[bool]:
    """Is it an archive with files that are not read?"""
    member, of_member = aliased(UploadRow), aliased(JobRow)
    unread = (
        select(member.id)
        .join(of_member, of_member.id == member.job_id)
        .where(member.archive_id == row.id, of_member.state.not_in(FINISHED))
    )
    return unread.exists()


def sums(session: Session) -> tuple[dict[str, str], dict[str, str]]:
    """SHA-256 by identifier: of the files that are read or never will be, and of those that are not read yet. The members of an
    archive count as one with it.
    """
    rows = session.execute(
        select(UploadRow.id, UploadRow.sha256, UploadRow.archive_id, JobRow.state).join(
            JobRow, JobRow.id == UploadRow.job_id
        )
    ).all()
    waiting = {row.archive_id or row.id for row in rows if row.state not in FINISHED}
    over = {row.id: row.sha256 for row in rows if (row.archive_id or row.id) not in waiting}
    return over, {row.id: row.sha256 for row in rows if row.id not in over}


def digests_among(session: Session, digests: Iterable[str]) -> set[str]:
    """Those of these that are of a file there is."""
    found: set[str] = set()
    for some in unsettled.slices(digests):
        found.update(session.scalars(select(UploadRow.sha256).where(UploadRow.sha256.in_(some))))
    return found


def digests(session: Session, part: str | None = None) -> set[str]:
    """Of all files there are, or of those whose digest begins so (`blobs.PARTS`)."""
    if part == "":
        return set()
    query = select(UploadRow.sha256)
    if part is not None:
        query = query.where(
            UploadRow.sha256 >= part, UploadRow.sha256 < part + "g"
        )  # what follows all hexadecimal signs
    return set(session.execute(query).scalars())


def _query() -> Select[UploadRow, JobRow, ReportRow]:
    return (
        select(UploadRow, JobRow, ReportRow)
        .join(JobRow, JobRow.id == UploadRow.job_id)
        .outerjoin(ReportRow, and_(ReportRow.upload_id == UploadRow.id, ReportRow.part == 0))
    )


def _records(session: Session, query: Select[UploadRow, JobRow, ReportRow]) -> list[UploadRecord]:
    rows = session.execute(query).all()
    members = _members(session, [row[0].id for row in rows if row[0].archive_id is None])
    dump_files = dump_parts.among(session, [row[0].id for row in rows])
    several = [row[0].id for row in rows if row[2] is not None and row[2].kind in OF_SEVERAL]
    holds, warnings = held.held_by(session, several), held.warnings_of(session, several)
    return [
        _record(
            row,
            members.get(row[0].id),
            dump_files.get(row[0].id),
            holds.get(row[0].id, ()),
            warnings.get(row[0].id),
        )
        for row in rows
    ]


def _members(session: Session, archive_ids: Sequence[str]) -> dict[str, Members]:
    """How far the members of these uploads are; an upload without members is left out."""
    if not archive_ids:
        return {}
    finished, failed = (
        func.sum(case((JobRow.state.in_(states), 1), else_=0)) for states in (FINISHED, ("failed", "quarantined"))
    )
    query = (
        select(JobRow.batch, func.count(), finished, failed)
        .where(JobRow.batch.in_(archive_ids), ~JobRow.replaced)
        .group_by(JobRow.batch)
    )
    counted = session.execute(query).all()
    belong = _databases(session, archive_ids)  # after the counts: of a file that counts as finished it is known
    return {
        str(archive_id): Members(added, done, bad, tuple(belong.get(str(archive_id), ())))
        for archive_id, added, done, bad in counted
    }


def _databases(session: Session, archive_ids: Sequence[str]) -> dict[str, list[str]]:
    """The databases that the members of these archives belong to."""
    query = (
        select(ReportRow.batch, ReportRow.database_id)
        .where(ReportRow.batch.in_(archive_ids), ReportRow.database_id.is_not(None))
        .distinct()
    )
    found: dict[str, list[str]] = {}
    for archive_id, database_id in session.execute(query.order_by(ReportRow.database_id)):
        found.setdefault(str(archive_id), []).append(str(database_id))
    return found


def _record(
    found: Row[UploadRow, JobRow, ReportRow],
    members: Members | None,
    dump_file: DumpFile | None,
    holds: tuple[HeldIntervals, ...],
    warnings: tuple[Warn, ...] | None,
) -> UploadRecord:
    """`warnings`: of all its documents, where they are not those of the first."""
    row, job = found[0], found[1]
    report: ReportRow | None = found[2]
    expanded = converted(row.archive, Expanded) if row.archive else None
    return record_of(
        UploadRecord,
        row,
        job=jobs.record(job),
        report_id=report.id if report else None,
        database_id=report.database_id if report else None,
        about=record_of(About, report) if report else None,
        kind=report.kind if report else ARCHIVE if expanded or members else None,
        warnings=(
            *(_warnings(report) if warnings is None else warnings),
            *(expanded.warnings if expanded else ()),
            *(dump_parts.said(dump_file) if dump_file else ()),
        ),
        expanded=expanded,
        members=members,
        dump_file=dump_file,
        holds=holds,
    )


def _warnings(report: ReportRow | None) -> tuple[Warn, ...]:
    if report is None:
        return ()
    raw: Iterable[dict[str, object] | None] = (*report.warnings, report.link_warning)
    return tuple(converted(warn, Warn) for warn in raw if warn)
