"""Which segments databases and exports list, counted as documents come and go.

An export that names no database may be known by its segments: it belongs to the database whose reports list most of them.
So it is kept how many documents of a database list a segment, which segments such an export lists, and how many each export
shares with each database. A document that comes or goes costs what it lists itself, however many others there are.

A segment is a number, 64 bits of a digest of OWNER.NAME: names are wide, and nobody asks which one it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from sqlalchemy import ARRAY, BigInteger, bindparam, delete, exists, func, insert, literal, select, update
from sqlalchemy.orm import Session, aliased

from segtier.store import unsettled
from segtier.store.engine import is_postgresql
from segtier.store.tables import DatabaseRow, ExportSegmentRow, ListedSegmentRow, ReportRow, SharedSegmentsRow

_BY_MATCH: Final = "match"
_BY_BATCH: Final = "batch"


def numbers(names: Iterable[str]) -> set[int]:
    """The segments of these names."""
    digests = (hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names)
    return {int.from_bytes(digest, "big", signed=True) for digest in digests}


def add(session: Session, database_id: str, segments: Collection[int]) -> None:
    """A document of the database lists them."""
    if not segments:
        return
    given, mine = _given(session, segments), ListedSegmentRow.database_id == database_id
    there = exists().where(mine, ListedSegmentRow.segment == given.c.segment)
    new = session.scalars(select(given.c.segment).where(~there)).all()
    if len(new) < len(segments):
        session.execute(
            update(ListedSegmentRow)
            .where(mine, ListedSegmentRow.segment.in_(select(given.c.segment)))
            .values(reports=ListedSegmentRow.reports + 1)
            .execution_options(synchronize_session=False)
        )
    if not new:
        return
    nothing = not lists_any(session, database_id)
    fresh = _given(session, new)
    rows = select(literal(database_id), fresh.c.segment, literal(1))
    session.execute(insert(ListedSegmentRow).from_select(["database_id", "segment", "reports"], rows))
    _share(session, database_id, new, 1)
    if nothing:
        _tell_loose_exports(session, database_id)


def remove(session: Session, database_id: str, counts: Mapping[int, int]) -> None:
    """As many documents of the database as it says list them no more."""
    mine = ListedSegmentRow.database_id == database_id
    by_count: dict[int, list[int]] = {}
    for segment, count in counts.items():
        by_count.setdefault(count, []).append(segment)
    for count, segments in by_count.items():
        given = _given(session, segments)
        session.execute(
            update(ListedSegmentRow)
            .where(mine, ListedSegmentRow.segment.in_(select(given.c.segment)))
            .values(reports=ListedSegmentRow.reports - count)
            .execution_options(synchronize_session=False)
        )
        over = (mine, ListedSegmentRow.segment.in_(select(given.c.segment)), ListedSegmentRow.reports <= 0)
        gone = session.scalars(select(ListedSegmentRow.segment).where(*over)).all()
        if not gone:
            continue
        given = _given(session, gone)
        session.execute(
            delete(ListedSegmentRow)
            .where(mine, ListedSegmentRow.segment.in_(select(given.c.segment)))
            .execution_options(synchronize_session=False)
        )
        _share(session, database_id, gone, -1)
    if counts and not lists_any(session, database_id):
        _tell_loose_exports(session, database_id)


def lists_any(session: Session, database_id: str) -> bool:
    """Does any document that names the database list a segment?"""
    return bool(session.scalar(select(exists().where(ListedSegmentRow.database_id == database_id))))


def compare(session: Session, report_id: str, segments: Collection[int]) -> None:
    """Keep what an export lists, and what it shares with each database, from here on."""
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(compared=True))
    if not segments:
        return
    given = _given(session, segments)
    rows = select(literal(report_id), given.c.segment)
    session.execute(insert(ExportSegmentRow).from_select(["report_id", "segment"], rows))
    same_side = select(ReportRow.sample).where(ReportRow.id == report_id).scalar_subquery()
    shared = (
        select(literal(report_id), ListedSegmentRow.database_id, func.count())
        .select_from(given)
        .join(ListedSegmentRow, ListedSegmentRow.segment == given.c.segment)
        .join(DatabaseRow, DatabaseRow.id == ListedSegmentRow.database_id)
        .where(DatabaseRow.sample == same_side)
        .group_by(ListedSegmentRow.database_id)
    )
    session.execute(insert(SharedSegmentsRow).from_select(["report_id", "database_id", "segments"], shared))


def compare_no_more(session: Session, report_id: str) -> None:
    """Somebody chose the database of an export."""
    for table in (ExportSegmentRow, SharedSegmentsRow):
        session.execute(delete(table).where(table.report_id == report_id))
    session.execute(update(ReportRow).where(ReportRow.id == report_id).values(compared=False))


def shared(session: Session, report_ids: Collection[str]) -> dict[str, dict[str, int]]:
    """By export and database, how many segments both list, where it is any."""
    found: dict[str, dict[str, int]] = {}
    for some in unsettled.slices(report_ids):
        query = select(SharedSegmentsRow.report_id, SharedSegmentsRow.database_id, SharedSegmentsRow.segments)
        for report_id, database_id, count in session.execute(query.where(SharedSegmentsRow.report_id.in_(some))):
            found.setdefault(report_id, {})[database_id] = count
    return found


def forget(session: Session, database_id: str) -> None:
    """The database is about to go: exports that share segments with it are to be linked again."""
    query = select(SharedSegmentsRow.report_id).where(SharedSegmentsRow.database_id == database_id)
    unsettled.exports(session, session.scalars(query).all())
    _tell_loose_exports(session, database_id)


def _share(session: Session, database_id: str, segments: Collection[int], sign: int) -> None:
    """The database lists these now, which it did not before, or the other way round."""
    given = _given(session, segments)
    same_side = select(DatabaseRow.sample).where(DatabaseRow.id == database_id).scalar_subquery()
    hit = (
        select(ExportSegmentRow.report_id, func.count())
        .select_from(given)
        .join(ExportSegmentRow, ExportSegmentRow.segment == given.c.segment)
        .join(ReportRow, ReportRow.id == ExportSegmentRow.report_id)
        .where(ReportRow.sample == same_side)
        .group_by(ExportSegmentRow.report_id)
    )
    changed = {str(report_id): sign * count for report_id, count in session.execute(hit)}
    if not changed:
        return
    before = {one: counts.get(database_id, 0) for one, counts in _of_database(session, database_id, changed).items()}
    after = {one: before.get(one, 0) + count for one, count in changed.items()}
    for some in unsettled.slices(after):
        session.execute(
            delete(SharedSegmentsRow)
            .where(SharedSegmentsRow.database_id == database_id, SharedSegmentsRow.report_id.in_(some))
            .execution_options(synchronize_session=False)
        )
    rows = [{"report_id": one, "database_id": database_id, "segments": count} for one, count in after.items() if count]
    if rows:
        session.execute(insert(SharedSegmentsRow), rows)
    unsettled.exports(session, _may_change(session, database_id, after, sign))


def _of_database(session: Session, database_id: str, report_ids: Collection[str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for some in unsettled.slices(report_ids):
        query = select(SharedSegmentsRow.report_id, SharedSegmentsRow.segments).where(
            SharedSegmentsRow.database_id == database_id, SharedSegmentsRow.report_id.in_(some)
        )
        found |= {report_id: {database_id: count} for report_id, count in session.execute(query)}
    return found


def _may_change(session: Session, database_id: str, after: Mapping[str, int], sign: int) -> list[str]:
    """Of these exports those that may belong elsewhere now: not one that shares more with its own database still."""
    own = aliased(SharedSegmentsRow)
    query = select(ReportRow.id, ReportRow.linked_by, ReportRow.database_id, own.segments).outerjoin(
        own, (own.report_id == ReportRow.id) & (own.database_id == ReportRow.database_id)
    )
    found = []
    for some in unsettled.slices(after):
        for report_id, linked_by, home, with_home in session.execute(query.where(ReportRow.id.in_(some))):
            if linked_by == _BY_BATCH or (linked_by == _BY_MATCH and home == database_id and sign > 0):
                continue
            if linked_by == _BY_MATCH and home != database_id and after[report_id] < (with_home or 0):
                continue
            found.append(report_id)
    return found


def _tell_loose_exports(session: Session, database_id: str) -> None:
    sample = session.scalar(select(DatabaseRow.sample).where(DatabaseRow.id == database_id))
    if sample is not None:
        unsettled.loose_exports(session, sample)


def _given(session: Session, segments: Collection[int]) -> Any:
    """The numbers as a table of one column, `segment`: one value of a statement, however many they are."""
    if is_postgresql(session):
        listed = bindparam(None, list(segments), type_=ARRAY(BigInteger))
        return func.unnest(listed).table_valued("segment").render_derived()
    rows = func.json_each(json.dumps(list(segments))).table_valued("value")
    return select(rows.c.value.label("segment")).subquery()
