"""The hours that are kept of reports: what an answer asks of each, and the figures of those it adds up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from segtier import __version__
from segtier.errors import NotFound
from segtier.store.tables import HourRow, ReportRow


class PackedHour(NamedTuple):
    """Both empty where a report is opened as a whole: one that holds several intervals, or tells no length."""

    hour: bytes
    """An `Hour`: JSON, zlib-compressed."""
    figures: bytes
    """A workload without places: the same."""


def of_database(session: Session, database_id: str) -> dict[str, bytes]:
    """The hours of its reports that this version of Segtier made, by report."""
    query = (
        select(HourRow.report_id, HourRow.hour)
        .join(ReportRow, ReportRow.id == HourRow.report_id)
        .where(ReportRow.database_id == database_id, HourRow.engine_version == __version__)
    )
    return dict(session.execute(query).all())


def figures(session: Session, report_ids: Sequence[str]) -> tuple[bytes, ...]:
    """In the same order. Raises NotFound where a report is gone."""
    query = select(HourRow.report_id, HourRow.figures).where(HourRow.report_id.in_(report_ids))
    found = dict(session.execute(query).all())
    gone = next((one for one in report_ids if one not in found), None)
    if gone is not None:
        raise NotFound(f"no report {gone[:40]!r}")
    return tuple(found[one] for one in report_ids)


def keep(session: Session, hours: Iterable[tuple[str, PackedHour]]) -> None:
    """In place of what an older version made; of a report that is gone nothing is kept."""
    kept = dict(hours)
    alive = set(session.scalars(select(ReportRow.id).where(ReportRow.id.in_(kept))))
    session.execute(delete(HourRow).where(HourRow.report_id.in_(kept)))
    session.add_all(row(report_id, packed) for report_id, packed in kept.items() if report_id in alive)


def row(report_id: str, packed: PackedHour) -> HourRow:
    return HourRow(report_id=report_id, engine_version=__version__, hour=packed.hour, figures=packed.figures)
