"""Files that were sent together: how far each batch is, with what its archives held."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import CTE, ColumnElement, and_, case, func, or_, select
from sqlalchemy.orm import Session

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


def page(session: Session, limit: int, after: Place | None = None) -> list[BatchRecord]:
    """Newest first, those after a place. Files that were sent without one are one of their own, whose id is None."""
    begun, name = func.min(UploadRow.created_at), func.coalesce(UploadRow.batch, "")
    query = (
        select(
            UploadRow.batch,
            begun,
            func.sum(UploadRow.bytes),
            func.max(case((UploadRow.sample, 1), else_=0)),
            func.count(),
        )
        .where(UploadRow.archive_id.is_(None))
        .group_by(UploadRow.batch)
        .order_by(begun.desc(), name)
        .limit(limit)
    )
    if after is not None:
        at = _EPOCH + after.begun_us * _MICROSECOND
        query = query.having(or_(begun < at, and_(begun == at, name > (after.id or ""))))
    heads = session.execute(query).all()
    tree = _tree([head[0] for head in heads])
    waiting = _waiting(session, tree)
    states, databases, refused = _states(session, tree), _databases(session, tree), _refused(session, tree)
    return [
        BatchRecord(
            id=batch,
            begun_at=begun_at,
            bytes=int(size),
            sample=bool(sample),
            sent=sent,
            states=states.get(batch, {}),
            refused=refused.get(batch, 0),
            database_ids=tuple(databases.get(batch, ())),
            failures=_some(session, tree, batch, _failed()) if _has_failed(states.get(batch, {})) else (),
            unlinked=_some(session, tree, batch, _unlinked()) if batch in waiting else (),
        )
        for batch, begun_at, size, sample, sent in heads
    ]


def _tree(batches: Sequence[str | None]) -> CTE:
    """Every upload of these batches with the batch of the archive it came in."""
    named = [batch for batch in batches if batch is not None]
    wanted = (
        or_(UploadRow.batch.in_(named), UploadRow.batch.is_(None)) if None in batches else UploadRow.batch.in_(named)
    )
    roots = select(UploadRow.id, UploadRow.batch).where(UploadRow.archive_id.is_(None), wanted)
    tree = roots.cte("tree", recursive=True)
    return tree.union_all(select(UploadRow.id, tree.c.batch).join(tree, UploadRow.archive_id == tree.c.id))


def _states(session: Session, tree: CTE) -> dict[str | None, dict[str, int]]:
    """How many files are in which state. An archive that is taken apart and no document itself is none."""
    is_file = or_(UploadRow.archive.is_(None), ReportRow.id.is_not(None))
    query = (
        select(tree.c.batch, JobRow.state, func.count())
        .join(UploadRow, UploadRow.id == tree.c.id)
        .join(JobRow, JobRow.id == UploadRow.job_id)
        .outerjoin(ReportRow, and_(ReportRow.upload_id == UploadRow.id, ReportRow.part == 0))
        .where(is_file)
        .group_by(tree.c.batch, JobRow.state)
    )
    found: dict[str | None, dict[str, int]] = {}
    for batch, state, count in session.execute(query):
        found.setdefault(batch, {})[state] = count
    return found


def _databases(session: Session, tree: CTE) -> dict[str | None, list[str]]:
    query = (
        select(tree.c.batch, ReportRow.database_id)
        .join(ReportRow, ReportRow.upload_id == tree.c.id)
        .where(ReportRow.database_id.is_not(None))
        .distinct()
        .order_by(ReportRow.database_id)
    )
    found: dict[str | None, list[str]] = {}
    for batch, database_id in session.execute(query):
        found.setdefault(batch, []).append(str(database_id))
    return found


def _refused(session: Session, tree: CTE) -> dict[str | None, int]:
    """Files of archives that could not be taken out."""
    query = select(tree.c.batch, UploadRow.archive).join(UploadRow, UploadRow.id == tree.c.id)
    found: dict[str | None, int] = {}
    for batch, held in session.execute(query.where(UploadRow.archive.is_not(None))):
        found[batch] = found.get(batch, 0) + converted(held, Expanded).refused
    return found


def _has_failed(states: dict[str, int]) -> bool:
    return any(states.get(state) for state in _FAILED)


def _failed() -> ColumnElement[bool]:
    return JobRow.state.in_(_FAILED)


def _unlinked() -> ColumnElement[bool]:
    return and_(JobRow.state == "succeeded", ReportRow.id.is_not(None), ReportRow.database_id.is_(None))


def _waiting(session: Session, tree: CTE) -> set[str | None]:
    """The batches that hold a document of no database."""
    query = select(tree.c.batch).join(ReportRow, ReportRow.upload_id == tree.c.id)
    return set(session.execute(query.where(ReportRow.database_id.is_(None)).distinct()).scalars())


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
