"""Files that were sent together: how far each batch is, with what its archives held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from segtier.dataclass import dataclass
from segtier.store import unsettled, uploads
from segtier.store.ids import Id
from segtier.store.records import BatchRecord, Expanded, UploadRecord
from segtier.store.tables import DumpPartRow, JobRow, ReportRow, UploadRow
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
    sums, trees = _sums(session, named), _trees(session, named)
    every = [one for tree in trees.values() for one in tree.groups]
    known = _Known(_states(session, every), _databases(session, every), _with_dump_files(session, every))
    return [_record(session, head, sums[head.batch], trees[head.batch], known) for head in heads]


class _Known(NamedTuple):
    """Of all groups of a page at once."""

    states: dict[str | None, Counter[str]]
    databases: dict[str | None, set[str | None]]
    with_dump_files: set[str | None]


def _record(session: Session, head: _Head, sums: _Sums, tree: _Tree, known: _Known) -> BatchRecord:
    counted = sum((known.states[one] for one in tree.groups if one in known.states), Counter[str]()) - tree.no_files
    belong = set().union(*(known.databases.get(one, ()) for one in tree.groups))
    dump_files = () if known.with_dump_files.isdisjoint(tree.groups) else _some(session, tree, _dump_files)
    return BatchRecord(
        id=head.batch,
        begun_at=head.begun_at,
        bytes=sums.bytes,
        sample=sums.sample,
        sent=sums.sent,
        states=dict(counted),
        refused=tree.refused,
        database_ids=tuple(sorted(one for one in belong if one is not None)),
        failures=_some(session, tree, _failed) if any(counted[state] for state in _FAILED) else (),
        unlinked=_some(session, tree, _unlinked) if None in belong else (),
        waiting=tuple(one for one in dump_files if one.dump_file and one.dump_file.waits),
    )


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
        .where(UploadRow.archive_id.is_(None), _is_among(UploadRow.batch, batches))
        .group_by(UploadRow.batch)
    )
    return {batch: _Sums(int(size), bool(sample), sent) for batch, size, sample, sent in session.execute(query)}


def _is_among(column: InstrumentedAttribute[str | None], groups: Sequence[str | None]) -> ColumnElement[bool]:
    named = column.in_([group for group in groups if group is not None])
    return or_(named, column.is_(None)) if None in groups else named


@dataclass(slots=True)
class _Tree:
    """Of a batch with what came in its archives. `groups`: what its files were sent in or came in: the batch, and uploads."""

    groups: list[str | None]
    refused: int = 0
    """Files of archives that could not be taken out."""
    no_files: Counter[str] = field(default_factory=Counter)
    """States of archives that were taken apart and are no document themselves."""


def _trees(session: Session, batches: Sequence[str | None]) -> dict[str | None, _Tree]:
    """Only what may hold others is looked at."""
    trees = {batch: _Tree([batch]) for batch in batches}
    level: dict[str | None, _Tree] = dict(trees)
    is_document = exists().where(ReportRow.upload_id == UploadRow.id, ReportRow.part == 0)
    columns = (UploadRow.batch, UploadRow.id, UploadRow.archive, JobRow.state, is_document)
    while level:
        below: dict[str | None, _Tree] = {}
        for some in _slices(level):
            packed = select(*columns).join(JobRow, JobRow.id == UploadRow.job_id)
            for group, upload_id, held, state, document in session.execute(
                packed.where(UploadRow.packed, _is_among(UploadRow.batch, some))
            ):
                tree = below[upload_id] = level[group]
                tree.groups.append(upload_id)
                if held is not None:
                    tree.refused += converted(held, Expanded).refused
                    tree.no_files[state] += not document
        level = below
    return trees


def _slices(groups: Iterable[str | None]) -> Iterable[Sequence[str | None]]:
    return unsettled.slices(groups)


def _states(session: Session, groups: Iterable[str | None]) -> dict[str | None, Counter[str]]:
    """How many files are in which state."""
    found: dict[str | None, Counter[str]] = {}
    query = (
        select(JobRow.batch, JobRow.state, func.count()).where(~JobRow.replaced).group_by(JobRow.batch, JobRow.state)
    )
    for some in _slices(groups):
        for group, state, count in session.execute(query.where(_is_among(JobRow.batch, some))):
            found.setdefault(group, Counter())[state] = count
    return found


def _databases(session: Session, groups: Iterable[str | None]) -> dict[str | None, set[str | None]]:
    """Those that the documents of a group belong to; None where one belongs to none."""
    found: dict[str | None, set[str | None]] = {}
    query = select(ReportRow.batch, ReportRow.database_id).where(ReportRow.upload_id.is_not(None)).distinct()
    for some in _slices(groups):
        for group, database_id in session.execute(query.where(_is_among(ReportRow.batch, some))):
            found.setdefault(group, set()).add(database_id)
    return found


def _with_dump_files(session: Session, groups: Iterable[str | None]) -> set[str | None]:
    """Groups of which a file is one of a dump: few are, so only these are looked at one by one."""
    query = select(UploadRow.batch).join(DumpPartRow, DumpPartRow.upload_id == UploadRow.id).distinct()
    return {
        group for some in _slices(groups) for group in session.scalars(query.where(_is_among(UploadRow.batch, some)))
    }


def _failed(groups: Sequence[str | None]) -> Select[Any]:
    query = select(JobRow.upload_id).where(~JobRow.replaced, JobRow.state.in_(_FAILED), _is_among(JobRow.batch, groups))
    return query.order_by(JobRow.upload_id.desc())


def _unlinked(groups: Sequence[str | None]) -> Select[Any]:
    read = exists().where(JobRow.upload_id == ReportRow.upload_id, ~JobRow.replaced, JobRow.state == "succeeded")
    wanted = (_is_among(ReportRow.batch, groups), ReportRow.database_id.is_(None), ReportRow.part == 0)
    return select(ReportRow.upload_id).where(*wanted, read).order_by(ReportRow.upload_id.desc())


def _dump_files(groups: Sequence[str | None]) -> Select[Any]:
    """Those of dumps whose documents are not theirs."""
    read = exists().where(ReportRow.upload_id == DumpPartRow.upload_id)
    query = select(DumpPartRow.upload_id).join(UploadRow, UploadRow.id == DumpPartRow.upload_id)
    return query.where(_is_among(UploadRow.batch, groups), ~read).order_by(DumpPartRow.upload_id.desc())


def _some(
    session: Session, tree: _Tree, which: Callable[[Sequence[str | None]], Select[Any]]
) -> tuple[UploadRecord, ...]:
    """The newest of them."""
    found = [one for some in _slices(tree.groups) for one in session.scalars(which(some).limit(_SHOWN))]
    return tuple(uploads.of_ids(session, sorted(found, reverse=True)[:_SHOWN]))
