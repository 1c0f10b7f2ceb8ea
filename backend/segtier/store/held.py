"""What is read of uploads that hold many intervals: of each database and its instances, from which snapshot to which."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from segtier.model.evidence import Warn
from segtier.store.records import HeldIntervals
from segtier.store.tables import ReportRow
from segtier.typed import converted


def held_by(session: Session, upload_ids: Collection[str]) -> dict[str, tuple[HeldIntervals, ...]]:
    """By upload, one for each database, that of the first document first."""
    if not upload_ids:
        return {}
    of = (ReportRow.upload_id, ReportRow.dbid, ReportRow.database_name, ReportRow.database_id)
    query = (
        select(
            *of,
            ReportRow.instance,
            func.count(),
            func.sum(case((ReportRow.period == "ignored", 0), else_=1)),
            func.min(ReportRow.begin_snap),
            func.max(ReportRow.end_snap),
            func.min(ReportRow.begin_time),
            func.max(ReportRow.end_time),
            func.min(ReportRow.part).label("first"),
        )
        .where(ReportRow.upload_id.in_(upload_ids), ReportRow.begin_snap.is_not(None))
        .group_by(*of, ReportRow.instance)
        .order_by(ReportRow.upload_id, ReportRow.dbid, ReportRow.database_name, ReportRow.database_id, "first")
    )
    found: dict[str, list[tuple[int, HeldIntervals]]] = {}
    for _, rows in groupby(session.execute(query), key=lambda row: tuple(row[:4])):
        some = list(rows)
        found.setdefault(str(some[0][0]), []).append((min(row[11] for row in some), _held(some)))
    return {upload: tuple(one for _, one in sorted(held, key=lambda pair: pair[0])) for upload, held in found.items()}


def _held(rows: Sequence[Any]) -> HeldIntervals:
    """Of the instances of one database."""
    first = rows[0]
    return HeldIntervals(
        database_id=first[3],
        database_name=first[2],
        dbid=first[1],
        instances=tuple(sorted({row[4] for row in rows if row[4] is not None})),
        intervals=sum(row[5] for row in rows),
        counted=sum(row[6] for row in rows),
        begin_snap=min(row[7] for row in rows),
        end_snap=max((row[8] for row in rows if row[8] is not None), default=None),
        begin_time=min((row[9] for row in rows if row[9] is not None), default=None),
        end_time=max((row[10] for row in rows if row[10] is not None), default=None),
    )


def warnings_of(session: Session, upload_ids: Collection[str]) -> dict[str, tuple[Warn, ...]]:
    """What the first document of each database of these uploads warns of, each once: a dump says of every one the same."""
    if not upload_ids:
        return {}
    first = (
        select(ReportRow.upload_id, func.min(ReportRow.part).label("part"))
        .where(ReportRow.upload_id.in_(upload_ids))
        .group_by(ReportRow.upload_id, ReportRow.dbid, ReportRow.instance)
        .subquery()
    )
    query = select(ReportRow.upload_id, ReportRow.warnings, ReportRow.link_warning).join(
        first, (first.c.upload_id == ReportRow.upload_id) & (first.c.part == ReportRow.part)
    )
    found: dict[str, dict[Warn, None]] = {}
    for upload_id, warnings, odd in session.execute(query.order_by(ReportRow.upload_id, ReportRow.part)):
        found.setdefault(str(upload_id), {}).update(dict.fromkeys(_warns([*warnings, odd])))
    return {upload_id: tuple(warns) for upload_id, warns in found.items()}


def _warns(raw: list[dict[str, object] | None]) -> Iterator[Warn]:
    return (converted(warn, Warn) for warn in raw if warn)
