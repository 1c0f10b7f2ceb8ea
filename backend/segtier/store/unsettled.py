"""Documents of which something is to be worked out again, because what it follows from has changed.

A report waits in the place of its database: which of several of one interval counts, and what is odd about it, is open again
(`services/arrange_database.py`). An export that names no database, and whose database nobody chose, waits among all exports:
which database it belongs to is open again (`services/link_report.py`). What settles them takes them out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Final, TypeVar

from sqlalchemy import ColumnElement, and_, case, delete, exists, insert, literal, or_, select
from sqlalchemy.orm import Session

from segtier.store.tables import ReportRow, UnsettledRow

T = TypeVar("T")
NAMED: Final = or_(ReportRow.dbid.is_not(None), ReportRow.database_name.is_not(None))
ANONYMOUS: Final = and_(ReportRow.dbid.is_(None), ReportRow.database_name.is_(None))
"""As the partial indexes say it: SQLite takes them for these very words."""
OPEN: Final = and_(ANONYMOUS, or_(ReportRow.linked_by.is_(None), ReportRow.linked_by != "chosen"))
"""Exports whose database nobody chose."""
_LOOSE: Final = and_(ANONYMOUS, or_(ReportRow.linked_by.is_(None), ReportRow.linked_by.in_(("only", "file"))))
_AT_ONCE = 500


def exports_of(sample: bool) -> str:
    """The place of exports."""
    return "sample" if sample else "own"


def report(session: Session, database_id: str, report_id: str) -> None:
    """This one, of that database now."""
    session.execute(delete(UnsettledRow).where(UnsettledRow.report_id == report_id))
    session.execute(insert(UnsettledRow).values(report_id=report_id, place=database_id))


def reports_of(session: Session, database_id: str, begin_snaps: Collection[int]) -> None:
    """Those of the database that begin with one of these snapshots."""
    for some in slices(begin_snaps):
        wanted = (ReportRow.database_id == database_id, ReportRow.begin_snap.in_(some), NAMED)
        _add(session, literal(database_id), *wanted)


def exports(session: Session, report_ids: Collection[str]) -> None:
    for some in slices(report_ids):
        _add_exports(session, ReportRow.id.in_(some), OPEN)


def exports_of_batches(session: Session, batches: Collection[str]) -> None:
    for some in slices(batches):
        _add_exports(session, ReportRow.batch.in_(some), OPEN)


def loose_exports(session: Session, sample: bool) -> None:
    """Those that belong to no database, to the only one, or to one of their own: databases came, went or are called otherwise."""
    _add_exports(session, ReportRow.sample == sample, _LOOSE)


def waiting(session: Session, place: str) -> list[str]:
    return list(session.scalars(select(UnsettledRow.report_id).where(UnsettledRow.place == place)))


def settled(session: Session, place: str) -> None:
    session.execute(delete(UnsettledRow).where(UnsettledRow.place == place))


def _add_exports(session: Session, *which: ColumnElement[bool]) -> None:
    _add(session, case((ReportRow.sample, exports_of(True)), else_=exports_of(False)), *which)


def _add(session: Session, place: ColumnElement[str], *which: ColumnElement[bool]) -> None:
    there = exists().where(UnsettledRow.report_id == ReportRow.id)
    found = select(ReportRow.id, place).where(*which, ~there)
    session.execute(insert(UnsettledRow).from_select(["report_id", "place"], found))


def slices(many: Iterable[T]) -> Iterable[Sequence[T]]:
    """A few at a time: a statement takes no more values than that."""
    rest = iter(many)
    while some := list(islice(rest, _AT_ONCE)):
        yield some
