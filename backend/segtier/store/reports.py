"""Reports: what is known of each document, and the document itself."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, update
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.store import hours
from segtier.store.convert import columns_and_rest, columns_of, record_of
from segtier.store.engine import now
from segtier.store.hours import PackedHour
from segtier.store.ids import Id, new_id
from segtier.store.records import CountedDocument, Link, Period, ReportFacts, ReportRecord
from segtier.store.tables import DocumentRow, ReportRow, UploadRow

_BY_TIME = (ReportRow.begin_time.is_(None), ReportRow.begin_time, ReportRow.id)
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
            segment_names=document.segment_names,
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


def anonymous(session: Session, sample: bool) -> list[ReportRecord]:
    """Documents that name no database and whose database nobody chose."""
    query = _query().where(*_anonymous(sample)).order_by(ReportRow.id)
    return [_record(row) for row in session.execute(query).scalars()]


def _anonymous(sample: bool) -> tuple[ColumnElement[bool], ...]:
    return (
        ReportRow.dbid.is_(None),
        ReportRow.database_name.is_(None),
        ReportRow.sample == sample,
        ReportRow.linked_by.is_(None) | (ReportRow.linked_by != "chosen"),
    )


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
    both = select(ReportRow.database_id).where(*counted).group_by(ReportRow.database_id)
    mine = (
        select(ReportRow.database_id)
        .join(UploadRow, UploadRow.id == ReportRow.upload_id)
        .where((UploadRow.id == upload_id) | (UploadRow.archive_id == upload_id), *counted)
        .where(ReportRow.database_id.in_(both.having(func.count(ReportRow.period.distinct()) == 2)))
    )
    return [str(one) for one in session.scalars(mine.distinct().order_by(ReportRow.database_id))]


def databases_of_batch(session: Session, batch: str) -> set[str]:
    """The databases that the documents which came together name themselves."""
    named = ReportRow.dbid.is_not(None) | ReportRow.database_name.is_not(None)
    query = select(ReportRow.database_id).where(ReportRow.batch == batch, named).distinct()
    return {database_id for database_id in session.execute(query).scalars() if database_id is not None}


def only_named(session: Session, name: str, sample: bool) -> list[ReportRecord]:
    """Documents that give this name of a database, in any case, and no DBID."""
    said = (ReportRow.dbid.is_(None), func.upper(ReportRow.database_name) == name.upper(), ReportRow.sample == sample)
    return [_record(row) for row in session.execute(_query().where(*said)).scalars()]


def link(session: Session, report_id: str, link_: Link) -> None:
    session.execute(
        update(ReportRow)
        .where(ReportRow.id == report_id)
        .values(
            database_id=link_.database_id,
            linked_by=link_.by,
            link_warning=columns_of(link_.warning) if link_.warning else None,
        )
    )


def count_for(session: Session, report_id: str, period: Period) -> None:
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(period=period))


def choose_period(session: Session, report_id: str, period: Period) -> None:
    """By hand."""
    chosen = {"period": period, "given_period": period, "period_chosen": True}
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(**chosen))


def delete(session: Session, report_id: str) -> None:
    row = session.get(ReportRow, report_id)
    if row is not None:
        session.delete(row)
        session.flush()


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


def segment_names(session: Session, report_ids: Sequence[str]) -> frozenset[str]:
    """OWNER.NAME of every segment the given documents list: what an export without a name is matched by."""
    query = select(ReportRow.segment_names).where(ReportRow.id.in_(report_ids))
    listed = (zlib.decompress(packed).decode().split("\n") for packed in session.execute(query).scalars())
    return frozenset(name for names in listed for name in names if name)


def _query() -> Select[ReportRow]:
    return select(ReportRow)


def _record(row: ReportRow) -> ReportRecord:
    return record_of(ReportRecord, row, facts=record_of(ReportFacts, row, **row.other_facts))


def _pack(raw: bytes) -> bytes:
    return zlib.compress(raw, level=1)  # a quarter longer than level 6, in a third of the time
