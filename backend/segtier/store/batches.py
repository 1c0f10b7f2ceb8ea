"""Files that were sent together: how far each batch is, with what its archives held."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import CTE, ColumnElement, and_, case, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from segtier.store import uploads
from segtier.store.ids import Id
from segtier.store.records import BatchRecord, Expanded, UploadRecord
from segtier.store.tables import JobRow, ReportRow, UploadRow
from segtier.typed import converted

_FAILED = ("failed", "quarantined")
_SHOWN = 25


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LAST_DAY_US = (datetime(9999, 1, 1, tzinfo=UTC) - _EPOCH) // _MICROSECOND


class Place(NamedTuple):
    """Of a batch among all. `begun_us`: microseconds since 1970; `id`: nothing where it has none."""

    begun_us: Annotated[int, msgspec.Meta(ge=0, le=_LAST_DAY_US)]
    id: Id | None

    @classmethod
    def of(cls, batch: BatchRecord) -> Place:
        return cls((batch.begun_at - _EPOCH) // _MICROSECOND, batch.id)


class _Head(NamedTuple):
    batch: str | None
    begun_at: datetime


def page(session: Session, limit: int, after: Place | None = None) -> list[BatchRecord]:
    """Newest first, those after a place. Files that were sent without one are one of their own, whose id is None."""
    heads = _heads(session, limit, after)
    named = [head.batch for head in heads]
    sums, tree = _sums(session, named), _tree(named)
    states, databases, refused = _states(session, tree), _databases(session, tree), _refused(session, tree)
    return [
        BatchRecord(
            id=batch,
            begun_at=begun_at,
            bytes=sums[batch].bytes,
            sample=sums[batch].sample,
            sent=sums[batch].sent,
            states=states.get(batch, {}),
            refused=refused.get(batch, 0),
            database_ids=tuple(sorted(one for one in databases.get(batch, ()) if one is not None)),
            failures=_some(session, tree, batch, _failed()) if _has_failed(states.get(batch, {})) else (),
            unlinked=_some(session, tree, batch, _unlinked()) if None in databases.get(batch, ()) else (),
        )
        for batch, begun_at in heads
    ]


def _heads(session: Session, limit: int, after: Place | None) -> list[_Head]:
    """A batch stands where its first upload does; two that came at one moment may both be said to begin it."""
    other = aliased(UploadRow)
    begun, others = UploadRow.created_at, other.created_at
    before = or_(others < begun, and_(others == begun, other.id < UploadRow.id))
    is_second = exists().where(other.begins, other.batch == UploadRow.batch, other.id != UploadRow.id, before)
    query = (
        select(UploadRow.batch, begun)
        .where(UploadRow.begins, ~is_second.correlate(UploadRow))
        .order_by(begun.desc(), UploadRow.batch)
        .limit(limit)
    )
    if after is not None:
        at = _begun_at(after)
        query = query.where(begun <= at, or_(begun < at, UploadRow.batch > (after.id or "")))
    found = [_Head(batch, begun_at) for batch, begun_at in session.execute(query)]
    return sorted([*found, *_alone(session, after)], key=lambda one: (-_us(one.begun_at), one.batch or ""))[:limit]


def _alone(session: Session, after: Place | None) -> list[_Head]:
    """That of the files without a batch, where it comes after a place."""
    query = select(func.min(UploadRow.created_at)).where(UploadRow.archive_id.is_(None), UploadRow.batch.is_(None))
    begun_at = session.scalar(query)
    if begun_at is None or (after is not None and begun_at >= _begun_at(after)):
        return []
    return [_Head(None, begun_at)]


def _begun_at(place: Place) -> datetime:
    return _EPOCH + place.begun_us * _MICROSECOND


def _us(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


class _Sums(NamedTuple):
    bytes: int
    sample: bool
    sent: int


def _sums(session: Session, batches: Sequence[str | None]) -> dict[str | None, _Sums]:
    query = (
        select(UploadRow.batch, func.sum(UploadRow.bytes), func.max(case((UploadRow.sample, 1), else_=0)), func.count())
        .where(UploadRow.archive_id.is_(None), _is_among(batches))
        .group_by(UploadRow.batch)
    )
    return {batch: _Sums(int(size), bool(sample), sent) for batch, size, sample, sent in session.execute(query)}


def _is_among(batches: Sequence[str | None]) -> ColumnElement[bool]:
    named = UploadRow.batch.in_([batch for batch in batches if batch is not None])
    return or_(named, UploadRow.batch.is_(None)) if None in batches else named


def _tree(batches: Sequence[str | None]) -> CTE:
    """Every upload of these batches with the batch of the archive it came in."""
    own = (UploadRow.id, UploadRow.job_id, UploadRow.packed)
    roots = select(UploadRow.batch, *own).where(UploadRow.archive_id.is_(None), _is_among(batches))
    tree = roots.cte("tree", recursive=True)
    return tree.union_all(select(tree.c.batch, *own).join(tree, and_(tree.c.packed, UploadRow.archive_id == tree.c.id)))


def _states(session: Session, tree: CTE) -> dict[str | None, dict[str, int]]:
    """How many files are in which state. An archive that is taken apart and no document itself is none."""
    is_archive = exists().where(UploadRow.id == tree.c.id, UploadRow.archive.is_not(None))
    is_document = exists().where(ReportRow.upload_id == tree.c.id, ReportRow.part == 0)
    query = (
        select(tree.c.batch, JobRow.state, func.count())
        .join(JobRow, JobRow.id == tree.c.job_id)
        .where(or_(~tree.c.packed, ~is_archive, is_document))
        .group_by(tree.c.batch, JobRow.state)
    )
    found: dict[str | None, dict[str, int]] = {}
    for batch, state, count in session.execute(query):
        found.setdefault(batch, {})[state] = count
    return found


def _databases(session: Session, tree: CTE) -> dict[str | None, set[str | None]]:
    """Those that the documents of a batch belong to; None where one belongs to none."""
    query = select(tree.c.batch, ReportRow.database_id).join(ReportRow, ReportRow.upload_id == tree.c.id).distinct()
    found: dict[str | None, set[str | None]] = {}
    for batch, database_id in session.execute(query):
        found.setdefault(batch, set()).add(database_id)
    return found


def _refused(session: Session, tree: CTE) -> dict[str | None, int]:
    """Files of archives that could not be taken out."""
    query = select(tree.c.batch, UploadRow.archive).join(UploadRow, UploadRow.id == tree.c.id)
    query = query.where(tree.c.packed, UploadRow.archive.is_not(None))
    found: dict[str | None, int] = {}
    for batch, held in session.execute(query):
        found[batch] = found.get(batch, 0) + converted(held, Expanded).refused
    return found


def _has_failed(states: dict[str, int]) -> bool:
    return any(states.get(state) for state in _FAILED)


def _failed() -> ColumnElement[bool]:
    return JobRow.state.in_(_FAILED)


def _unlinked() -> ColumnElement[bool]:
    return and_(JobRow.state == "succeeded", ReportRow.id.is_not(None), ReportRow.database_id.is_(None))


def _some(session: Session, tree: CTE, batch: str | None, which: ColumnElement[bool]) -> tuple[UploadRecord, ...]:
    """The newest of them."""
    query = (
        select(UploadRow.id)
        .join(tree, UploadRow.id == tree.c.id)
        .join(JobRow, JobRow.id == UploadRow.job_id)
        .outerjoin(ReportRow, and_(ReportRow.upload_id == UploadRow.id, ReportRow.part == 0))
        .where(tree.c.batch.is_not_distinct_from(batch), which)
        .order_by(UploadRow.id.desc())
        .limit(_SHOWN)
    )
    return tuple(uploads.of_ids(session, list(session.execute(query).scalars())))
