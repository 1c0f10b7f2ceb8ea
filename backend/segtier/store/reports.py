"""Reports: what is known of each document, and the document itself."""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, update
from sqlalchemy import delete as sql_delete
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.model.evidence import Warn
from segtier.store import hours, listed, unsettled
from segtier.store.convert import columns_and_rest, columns_of, record_of
from segtier.store.engine import now
from segtier.store.hours import PackedHour
from segtier.store.ids import Id, new_id
from segtier.store.records import CountedDocument, Link, Period, ReportFacts, ReportRecord
from segtier.store.tables import DatabaseRow, DocumentRow, ReportRow, UploadRow

_BY_TIME = (ReportRow.begin_time.is_(None), ReportRow.begin_time, ReportRow.id)
_AT_ONCE = 200
_COUNTED = tuple(getattr(ReportRow, field.name) for field in fields(CountedDocument))


class Packed(NamedTuple):
    """A document as it is stored. Made ahead of the transaction: on SQLite everybody who writes waits for that."""

    digest: str
    body: bytes
    segment_names: bytes
    hour: PackedHour | None = None
    """None: made when it is first asked for."""


def packed(document: bytes, segment_names: Iterable[str], hour: PackedHour | None = None) -> Packed:
    names = "\n".join(sorted(segment_names)).encode()
    return Packed(hashlib.sha256(document).hexdigest(), _pack(document), _pack(names), hour)


def add(
    session: Session,
    facts: ReportFacts,
    document: Packed,
    *,
    upload_id: str | None,
    period: Period,
    part: int = 0,
    batch: str | None = None,
) -> str:
    """Store a document that is not linked to a database yet; gives the report's identifier."""
    report_id = new_id("rep")
    columns, others = columns_and_rest(facts, ReportRow)
    session.add(
        ReportRow(
            id=report_id,
            upload_id=upload_id,
            part=part,
            batch=batch,
            period=period,
            given_period=period,
            period_chosen=False,
            digest=document.digest,
            called=facts.database_name.upper() if facts.dbid is None and facts.database_name is not None else None,
            segment_names=document.segment_names,
            compared=False,
            created_at=now(session),
            other_facts=others,
            **columns,
        )
    )
    session.flush()
    session.add(DocumentRow(report_id=report_id, body=document.body))
    if document.hour is not None:
        session.add(hours.row(report_id, document.hour))
    session.flush()
    if facts.anonymous:
        unsettled.exports(session, [report_id])
    return report_id


def get(session: Session, report_id: str) -> ReportRecord:
    row = session.get(ReportRow, report_id)
    if row is None:
        raise NotFound(f"no report {report_id[:40]!r}")
    return _record(row)


def of_upload(session: Session, upload_id: str) -> list[ReportRecord]:
    """What was read from a file: nothing yet, one document, or both periods of a compare-period report."""
    query = _query().where(ReportRow.upload_id == upload_id).order_by(ReportRow.part)
    return [_record(row) for row in session.execute(query).scalars()]


class Place(NamedTuple):
    """Of a document among those of its database."""

    begin_time: Annotated[datetime, msgspec.Meta(tz=False)] | None
    id: Id

    @classmethod
    def of(cls, report: ReportRecord) -> Place:
        return cls(report.facts.begin_time, report.id)


def of_database(
    session: Session, database_id: str, after: Place | None = None, limit: int | None = None
) -> list[ReportRecord]:
    """The documents of a database: by begin time, exports without a time last. At most `limit` of those after a place."""
    query = _query().where(ReportRow.database_id == database_id).limit(limit)
    if after is not None:
        query = query.where(_behind(after))
    query = query.order_by(*_BY_TIME)
    return [_record(row) for row in session.execute(query).scalars()]


def counted(session: Session, database_id: str) -> tuple[CountedDocument, ...]:
    """The documents of a database that are not ignored, in the same order."""
    query = select(*_COUNTED).where(ReportRow.database_id == database_id, ReportRow.period != "ignored")
    return tuple(CountedDocument(*row) for row in session.execute(query.order_by(*_BY_TIME)))


def any_evidence(session: Session, database_id: str) -> bool:
    """Is a report stored that an advice could be made from, were it counted as before? One from after the change is none."""
    wanted = exists().where(
        ReportRow.database_id == database_id, ReportRow.role != "sizes", ReportRow.period != "after"
    )
    return bool(session.scalar(select(wanted)))


def name_of(period: str, digest: str) -> str:
    """What a document is called that counts for a period: the same name, the same figures."""
    return f"{period}:{digest}"


NAME = ReportRow.period + ":" + ReportRow.digest
"""The same of a row."""


def _behind(place: Place) -> ColumnElement[bool]:
    without, later_id = ReportRow.begin_time.is_(None), ReportRow.id > place.id
    if place.begin_time is None:
        return and_(without, later_id)
    same_time = ReportRow.begin_time == place.begin_time
    return or_(without, ReportRow.begin_time > place.begin_time, and_(same_time, later_id))


class OpenExport(NamedTuple):
    """A document that names no database and whose database nobody chose, with the link it has."""

    id: str
    batch: str | None
    compared: bool
    database_id: str | None
    linked_by: str | None
    link_warning: dict[str, Any] | None
    role: str
    file: str | None
    sha256: str | None
    digest: str

    def has(self, link_: Link) -> bool:
        warning = columns_of(link_.warning) if link_.warning else None
        return (self.database_id, self.linked_by, self.link_warning) == (link_.database_id, link_.by, warning)


def open_exports(session: Session, report_ids: Collection[str]) -> list[OpenExport]:
    """Those of these that are such exports."""
    columns = [getattr(ReportRow, field) for field in OpenExport._fields]
    return [
        OpenExport(*row)
        for some in unsettled.slices(report_ids)
        for row in session.execute(select(*columns).where(ReportRow.id.in_(some), unsettled.OPEN))
    ]


def databases_of_uploads(session: Session, upload_id: str) -> set[str]:
    """The databases that an upload, or the files of an archive, brought documents of."""
    query = (
        select(ReportRow.database_id)
        .join(UploadRow, UploadRow.id == ReportRow.upload_id)
        .where((UploadRow.id == upload_id) | (UploadRow.archive_id == upload_id))
    )
    return {database_id for database_id in session.execute(query.distinct()).scalars() if database_id is not None}


def newly_compared(session: Session, upload_id: str) -> list[str]:
    """The databases with reports from before and from after, of which an upload, or a file of an archive, brought one."""
    counted = (ReportRow.period.in_(("before", "after")), ReportRow.role != "sizes", ReportRow.database_id.is_not(None))
    mine = (
        select(ReportRow.database_id)
        .join(UploadRow, UploadRow.id == ReportRow.upload_id)
        .where((UploadRow.id == upload_id) | (UploadRow.archive_id == upload_id), *counted)
    )
    touched = sorted(str(one) for one in session.scalars(mine.distinct()))
    return [one for one in touched if all(_counts_for(session, one, period) for period in ("before", "after"))]


def _counts_for(session: Session, database_id: str, period: Period) -> bool:
    wanted = exists().where(ReportRow.database_id == database_id, ReportRow.period == period, ReportRow.role != "sizes")
    return bool(session.scalar(select(wanted)))


def databases_of_batches(session: Session, batches: Collection[str], sample: bool) -> dict[str, str]:
    """By batch, the one database that the documents which came together name themselves; nothing of those that name several."""
    return _one_of_each(session, batches, sample, unsettled.NAMED)


def homes_of_batches(session: Session, batches: Collection[str], sample: bool) -> dict[str, str]:
    """The same, and the databases that documents have of their own are among them."""
    return _one_of_each(session, batches, sample, or_(unsettled.NAMED, ReportRow.linked_by == "file"))


def _one_of_each(
    session: Session, batches: Collection[str], sample: bool, which: ColumnElement[bool]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for batch in sorted(batches):
        mine = (ReportRow.batch == batch, ReportRow.sample == sample, which)
        first, last = session.execute(select(*_ends(ReportRow.database_id, *mine))).one()
        if first is not None and first == last:
            found[batch] = first
    return found


def _ends(column: Any, *where: ColumnElement[bool]) -> tuple[Any, Any]:
    """The least and the greatest, each by a look into an index."""
    least, greatest = (select(end(column)).where(*where).scalar_subquery() for end in (func.min, func.max))
    return least, greatest


def homes_of_name(session: Session, name: str, sample: bool) -> set[str | None]:
    """The databases of the documents that give this name, in any case, and no DBID: two of them, where it is several."""
    said = _only_named(name, sample)
    apart = exists().where(*said, ReportRow.database_id.is_(None))
    first, last, some_apart = session.execute(select(*_ends(ReportRow.database_id, *said), apart)).one()
    found: set[str | None] = {first, last} - {None}
    return found | {None} if some_apart else found


def any_of_name(session: Session, name: str, sample: bool) -> ReportRecord:
    """One of these documents."""
    return _record(session.execute(_query().where(*_only_named(name, sample)).limit(1)).scalars().one())


def of_name_elsewhere(session: Session, name: str, sample: bool, home: str) -> list[tuple[str, str | None]]:
    """Which of them, and the databases, are not in this one."""
    apart = (*_only_named(name, sample), ReportRow.database_id.is_distinct_from(home))
    found = session.execute(select(ReportRow.id, ReportRow.database_id).where(*apart))
    return [(report_id, database_id) for report_id, database_id in found]


def _only_named(name: str, sample: bool) -> tuple[ColumnElement[bool], ...]:
    return ReportRow.called == name.upper(), ReportRow.sample == sample


def names_given(session: Session, database_id: str) -> set[str]:
    """What the documents of a database call it."""
    mine = (ReportRow.database_id == database_id, ReportRow.database_name.is_not(None))
    first, last = session.execute(select(*_ends(ReportRow.database_name, *mine))).one()
    if first == last:
        return set() if first is None else {first}
    return {str(one) for one in session.scalars(select(ReportRow.database_name).where(*mine).distinct())}


def gives_dbid(session: Session, database_id: str) -> bool:
    wanted = exists().where(ReportRow.database_id == database_id, ReportRow.dbid.is_not(None))
    return bool(session.scalar(select(wanted)))


def most_given_name(session: Session, database_id: str, *, with_dbid: bool) -> str | None:
    """The name most documents give, or most of those with a DBID; of several given as often the first in the alphabet."""
    mine = [ReportRow.database_id == database_id, ReportRow.database_name.is_not(None), ReportRow.database_name != ""]
    if with_dbid:
        mine.append(ReportRow.dbid.is_not(None))
    first, last = session.execute(select(*_ends(ReportRow.database_name, *mine))).one()
    if first == last:
        return first if first is None else str(first)
    counts = session.execute(
        select(ReportRow.database_name, func.count()).where(*mine).group_by(ReportRow.database_name)
    )
    return min(counts.all(), key=lambda row: (-row[1], row[0]))[0]


def names_its_database(session: Session, database_id: str) -> bool:
    """Does any document of a database say that it is of it?"""
    return bool(session.scalar(select(exists().where(ReportRow.database_id == database_id, unsettled.NAMED))))


def keeps(session: Session, database_id: str) -> bool:
    """Was any document linked to it by hand, or is it the one that a document has of its own?"""
    wanted = exists().where(ReportRow.database_id == database_id, ReportRow.linked_by.in_(("chosen", "file")))
    return bool(session.scalar(select(wanted)))


def latest_facts(session: Session, database_id: str) -> dict[str, Any]:
    """The release, RAC and platform of the latest document that says them, each None where none does."""
    fields = (ReportRow.release, ReportRow.rac, ReportRow.platform)
    looks = [_latest(database_id, field, timed=timed) for field in fields for timed in (True, False)]
    found = session.execute(select(*(look.scalar_subquery() for look in looks))).one()
    return {
        field.key: timed if timed is not None else timeless
        for field, timed, timeless in zip(fields, found[::2], found[1::2], strict=True)
    }


def _latest(database_id: str, field: Any, *, timed: bool) -> Select[Any]:
    when = ReportRow.end_time.is_not(None) if timed else ReportRow.end_time.is_(None)
    said = select(field).where(ReportRow.database_id == database_id, unsettled.NAMED, field.is_not(None), when)
    order = (ReportRow.end_time.desc(), ReportRow.digest.desc()) if timed else (ReportRow.digest.desc(),)
    return said.order_by(*order).limit(1)


def beside(session: Session, database_id: str, report_ids: Sequence[str]) -> list[ReportRecord]:
    """These of the documents that name a database, and all others of it that are about an interval of one of them."""
    mine = (ReportRow.database_id == database_id, unsettled.NAMED)
    own = list(session.scalars(_query().where(ReportRow.id.in_(report_ids), *mine)))
    found = {row.id: row for row in own}
    for begin, end in {(row.begin_snap, row.end_snap) for row in own}:
        if begin is not None and end is not None:
            same = (ReportRow.begin_snap == begin, ReportRow.end_snap == end)
            found |= {row.id: row for row in session.scalars(_query().where(*mine, *same))}
    return [_record(row) for row in found.values()]


def link(session: Session, report_id: str, link_: Link) -> None:
    """Say which database a document belongs to; what follows from that elsewhere is unsettled from here on."""
    session.flush()
    old = _Placed(*session.execute(_placed(ReportRow.id == report_id)).one())
    session.execute(
        update(ReportRow)
        .where(ReportRow.id == report_id)
        .values(
            database_id=link_.database_id,
            linked_by=link_.by,
            link_warning=columns_of(link_.warning) if link_.warning else None,
        )
    )
    if old.dbid is not None or old.database_name is not None:
        if old.database_id != link_.database_id:
            _leave(session, [old])
            _enter(session, old, link_.database_id)
    elif link_.by == "chosen":
        if old.compared:
            listed.compare_no_more(session, report_id)
    else:
        unsettled.exports(session, [report_id])
    if link_.database_id is not None and link_.database_id != old.database_id:
        _tell_of_new(session, link_.database_id)


class _Placed(NamedTuple):
    """What others hang on of a document."""

    id: str
    dbid: int | None
    database_name: str | None
    database_id: str | None
    batch: str | None
    begin_snap: int | None
    compared: bool
    segment_names: bytes

    @property
    def segments(self) -> set[int]:
        return listed.numbers(_unpacked(self.segment_names))


def _placed(*where: ColumnElement[bool]) -> Select[Any]:
    return select(*(getattr(ReportRow, field) for field in _Placed._fields)).where(*where)


def _enter(session: Session, row: _Placed, database_id: str | None) -> None:
    """A document that names its database is there now."""
    if database_id is None:
        return
    unsettled.report(session, database_id, row.id)
    listed.add(session, database_id, row.segments)
    if row.batch is None:
        return
    mates = (ReportRow.batch == row.batch, ReportRow.database_id == database_id, unsettled.NAMED)
    if not session.scalar(select(exists().where(*mates, ReportRow.id != row.id))):
        unsettled.exports_of_batches(session, [row.batch])


def _leave(session: Session, rows: Sequence[_Placed]) -> None:
    """Documents that name their database are there no more, or will not be in a moment."""
    lost: dict[str, Counter[int]] = {}
    snaps: dict[str, set[int]] = {}
    for row in rows:
        if row.database_id is None:
            continue
        lost.setdefault(row.database_id, Counter()).update(row.segments)
        if row.begin_snap is not None:
            snaps.setdefault(row.database_id, set()).add(row.begin_snap)
    for database_id, counts in lost.items():
        listed.remove(session, database_id, counts)
        unsettled.reports_of(session, database_id, snaps.get(database_id, ()))
    unsettled.exports_of_batches(session, {row.batch for row in rows if row.batch is not None and row.database_id})


def leave(session: Session, *which: ColumnElement[bool]) -> None:
    """The documents of these uploads are about to be deleted."""
    query = _placed(*which, unsettled.NAMED).join(UploadRow, UploadRow.id == ReportRow.upload_id)
    for rows in session.execute(query.execution_options(yield_per=_AT_ONCE)).partitions():
        _leave(session, [_Placed(*row) for row in rows])


def _tell_of_new(session: Session, database_id: str) -> None:
    """Exports without a database may mean this one, from its first document on."""
    query = select(DatabaseRow.sample).where(DatabaseRow.id == database_id, DatabaseRow.told_name.is_(None))
    if (sample := session.scalar(query)) is not None:
        unsettled.loose_exports(session, sample)


def warn(session: Session, report_id: str, warning: Warn | None) -> None:
    """Say what is odd about a document beside the others of its database."""
    odd = columns_of(warning) if warning else None
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(link_warning=odd))


def link_exports(session: Session, links: Mapping[str, Link]) -> None:
    """What came of exports whose database was open."""
    for report_id, link_ in links.items():
        warning = columns_of(link_.warning) if link_.warning else None
        said = {"database_id": link_.database_id, "linked_by": link_.by, "link_warning": warning}
        session.execute(update(ReportRow).where(ReportRow.id == report_id).values(**said))


def let_go(session: Session, database_id: str) -> None:
    """Exports that belong to a database which nothing else is left of belong to none."""
    mine = ReportRow.database_id == database_id
    left = session.scalars(select(ReportRow.id).where(mine)).all()
    nothing = {"database_id": None, "linked_by": None, "link_warning": None}
    session.execute(update(ReportRow).where(mine).values(**nothing))
    unsettled.exports(session, left)


def count_for(session: Session, report_id: str, period: Period) -> None:
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(period=period))


def choose_period(session: Session, report_id: str, period: Period) -> None:
    """By hand."""
    chosen = {"period": period, "given_period": period, "period_chosen": True}
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(**chosen))
    home = session.scalar(select(ReportRow.database_id).where(ReportRow.id == report_id, unsettled.NAMED))
    if home is not None:
        unsettled.report(session, home, report_id)


def delete(session: Session, report_id: str) -> None:
    row = session.get(ReportRow, report_id)
    if row is not None:
        placed = session.execute(_placed(ReportRow.id == report_id, unsettled.NAMED))
        _leave(session, [_Placed(*one) for one in placed])
        session.delete(row)
        session.flush()


def delete_of_uploads(session: Session, upload_ids: Collection[str]) -> None:
    """What was read of these uploads, which stay."""
    leave(session, ReportRow.upload_id.in_(upload_ids))
    session.execute(sql_delete(ReportRow).where(ReportRow.upload_id.in_(upload_ids)))
    session.expire_all()


def document(session: Session, report_id: str) -> bytes:
    """The JSON of a report's document."""
    return zlib.decompress(packed_document(session, report_id))


def packed_document(session: Session, report_id: str) -> bytes:
    """The same as stored (zlib): a reader process unpacks it."""
    body: bytes | None = session.scalar(select(DocumentRow.body).where(DocumentRow.report_id == report_id))
    if body is None:
        raise NotFound(f"no report {report_id[:40]!r}")
    return body


def packed_lengths(session: Session, database_id: str) -> dict[str, int]:
    """Bytes of the documents of a database as stored, by report."""
    query = select(DocumentRow.report_id, func.length(DocumentRow.body)).join(
        ReportRow, ReportRow.id == DocumentRow.report_id
    )
    return dict(session.execute(query.where(ReportRow.database_id == database_id)).all())


def segment_names(session: Session, report_id: str) -> frozenset[str]:
    """OWNER.NAME of every segment a document lists: what an export without a name is matched by."""
    packed = session.execute(select(ReportRow.segment_names).where(ReportRow.id == report_id)).scalar_one()
    return frozenset(_unpacked(packed))


def _unpacked(packed: bytes) -> list[str]:
    return [name for name in zlib.decompress(packed).decode().split("\n") if name]


def _query() -> Select[ReportRow]:
    return select(ReportRow)


def _record(row: ReportRow) -> ReportRecord:
    return record_of(ReportRecord, row, facts=record_of(ReportFacts, row, **row.other_facts))


def _pack(raw: bytes) -> bytes:
    return zlib.compress(raw, level=1)  # a quarter longer than level 6, in a third of the time
