"""The intervals of a database, and a thinned document in place of a whole one."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, not_, select, update
from sqlalchemy.orm import Session

from segtier.model.document_kind import BUNDLE
from segtier.model.evidence import Warn
from segtier.store import hours
from segtier.store.convert import columns_of
from segtier.store.engine import now
from segtier.store.records import Period
from segtier.store.reports import Packed
from segtier.store.tables import DocumentRow, ReportRow


class Interval(NamedTuple):
    id: str
    digest: str
    begin_time: datetime
    db_time_s: float | None
    thinned_at: datetime | None


def intervals(session: Session, database_id: str) -> dict[Period, list[Interval]]:
    """Reports that say when they began and how long they took, by what they count for. None of counters since start-up."""
    since_start = and_(ReportRow.kind == BUNDLE, ReportRow.begin_snap.is_(None))
    mine = (ReportRow.database_id == database_id, ReportRow.role == "report", not_(since_start))
    timed = (ReportRow.begin_time.is_not(None), ReportRow.elapsed_s > 0)
    query = select(ReportRow.period, *(getattr(ReportRow, name) for name in Interval._fields)).where(*mine, *timed)
    found: dict[Period, list[Interval]] = {}
    for period, *rest in session.execute(query.order_by(ReportRow.begin_time, ReportRow.id)):
        found.setdefault(period, []).append(Interval(*rest))
    return found


def thin(session: Session, one: Interval, less: Packed, why: Warn) -> bool:
    """Keep `less` in place of the document; False where that is gone, or another by now. Its segments are still found by name."""
    row = session.get(ReportRow, one.id)
    if row is None or row.digest != one.digest:
        return False
    assert less.hour is not None
    row.digest, row.thinned_at = less.digest, now(session)
    row.warnings = [*row.warnings, columns_of(why)]
    session.execute(update(DocumentRow).where(DocumentRow.report_id == one.id).values(body=less.body))
    hours.keep(session, [(one.id, less.hour)])
    return True
