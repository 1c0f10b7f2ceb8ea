"""Links as they are defined: all of them worked out anew from all documents, whatever changed. The slow model of the fast one.

It writes past `store/reports.link`, so nothing that is kept for the fast way is used or kept here.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from segtier.services.arrange_database import BY_ITSELF, counted
from segtier.services.arrange_database import _counts_instead as counts_instead
from segtier.services.arrange_database import _name_differs as name_differs
from segtier.services.link_report import _NO_DATABASE as NO_DATABASE
from segtier.services.link_report import _OWN_DATABASE as OWN_DATABASE
from segtier.services.link_report import _ask as ask
from segtier.store import databases, reports
from segtier.store.convert import columns_of
from segtier.store.databases import Candidate
from segtier.store.records import Link, Period, ReportRecord
from segtier.store.tables import DatabaseRow, ReportRow


def link_report(tx: Session, report_id: str) -> None:
    report = reports.get(tx, report_id)
    if not report.facts.anonymous:
        by = "name" if report.facts.dbid is None else "dbid"
        _link(tx, report.id, Link(databases.find_or_add(tx, report.facts), by))


def choose_database(tx: Session, report_id: str, database_id: str) -> None:
    _link(tx, report_id, Link(database_id, "chosen"))


def choose_period(tx: Session, report_id: str, period: Period) -> None:
    chosen = {"period": period, "given_period": period, "period_chosen": True}
    tx.execute(update(ReportRow).where(ReportRow.id == report_id).values(**chosen))


def remove(tx: Session, report_id: str) -> None:
    tx.execute(delete(ReportRow).where(ReportRow.id == report_id))


def relink(tx: Session, database_ids: Iterable[str], sample: bool) -> None:
    tx.flush()
    tx.expire_all()
    touched, said = set(database_ids), set[str]()
    for database_id in sorted(touched):
        said |= {name.upper() for name in _rename(tx, database_id)}
    for name in sorted(said):
        touched |= _place_named(tx, name, sample)
    tx.expire_all()
    for database_id in sorted(touched):
        _work_out(tx, database_id)
    tx.expire_all()
    rows = tx.scalars(select(ReportRow).where(ReportRow.sample == sample).order_by(ReportRow.id)).all()
    exports = [reports.get(tx, row.id) for row in rows]
    exports = [one for one in exports if one.facts.anonymous and one.linked_by != "chosen"]
    for one in exports:
        _link(tx, one.id, Link(None, None))
    for one in exports:  # loads first: others may belong to the database one has of its own
        if one.facts.role == "report":
            _link(tx, one.id, _guess(tx, one, _known_now(tx, sample)))
    for one in exports:
        if one.facts.role != "report":
            _link(tx, one.id, _guess(tx, one, _known_now(tx, sample)))
    for gone in {one.id for one in databases.list_all(tx)} - databases.with_documents(tx):
        databases.delete(tx, gone, BY_ITSELF)


def _known_now(tx: Session, sample: bool) -> list[Candidate]:
    """Before any of them is linked, the exports belong nowhere."""
    tx.expire_all()
    alive = databases.with_documents(tx)
    return [Candidate(one.id, one.name) for one in databases.list_all(tx) if one.sample == sample and one.id in alive]


def _guess(tx: Session, export: ReportRecord, known: Sequence[Candidate]) -> Link:
    found = _place(tx, export, known)
    if export.facts.role != "report" or found.by in ("batch", "match"):
        return found
    facts = export.facts
    own = databases.of_file(tx, facts.file or "", facts.sha256 or export.digest, facts.sample)
    return Link(own, "file", OWN_DATABASE)


def _place(tx: Session, export: ReportRecord, known: Sequence[Candidate]) -> Link:
    batch = tx.scalar(select(ReportRow.batch).where(ReportRow.id == export.id))
    if batch:
        named = ReportRow.dbid.is_not(None) | ReportRow.database_name.is_not(None)
        which = named if export.facts.role == "report" else named | (ReportRow.linked_by == "file")
        mine = (ReportRow.batch == batch, ReportRow.sample == export.facts.sample, which)
        mates = tx.scalars(select(ReportRow.database_id).where(*mine).distinct())
        found = [one for one in mates if one is not None]
        if len(found) == 1:
            return Link(found[0], "batch")
    if not known:
        return Link(None, None, NO_DATABASE)
    names = _segments(tx, [export.id])
    listed = {one: _listed(tx, one.id) for one in known}
    shared = {one: len(names & theirs) for one, theirs in listed.items()}
    most = max(shared.values())
    best = [one for one, count in shared.items() if count == most]
    if most > 0 and len(best) == 1:
        return Link(best[0].id, "match")
    if len(known) == 1 and not listed[known[0]]:
        return Link(known[0].id, "only")
    return Link(None, None, ask(best if most > 0 else known))


def _listed(tx: Session, database_id: str) -> frozenset[str]:
    return _segments(tx, [one.id for one in reports.of_database(tx, database_id) if not one.facts.anonymous])


def _segments(tx: Session, report_ids: Sequence[str]) -> frozenset[str]:
    packed = tx.scalars(select(ReportRow.segment_names).where(ReportRow.id.in_(report_ids)))
    return frozenset(name for one in packed for name in zlib.decompress(one).decode().split("\n") if name)


def _said_name(documents: Iterable[ReportRecord]) -> str | None:
    counts = Counter(one.facts.database_name for one in documents if one.facts.database_name)
    return min(counts, key=lambda name: (-counts[name], name), default=None)


def _rename(tx: Session, database_id: str) -> set[str]:
    database, documents = databases.get(tx, database_id), reports.of_database(tx, database_id)
    name = database.name
    if sure := [one for one in documents if one.facts.dbid is not None]:
        name = _said_name(sure) or f"DBID {database.dbid}"
        databases.rename(tx, database_id, name)
    return {database.name, name, *(one.facts.database_name or name for one in documents)}


def _place_named(tx: Session, name: str, sample: bool) -> set[str]:
    said = (
        ReportRow.dbid.is_(None),
        func.upper(ReportRow.database_name) == name.upper(),
        ReportRow.sample == sample,
    )
    documents = [reports.get(tx, row.id) for row in tx.scalars(select(ReportRow).where(*said))]
    if not documents:
        return set()
    named = tx.scalars(select(DatabaseRow.id).where(func.upper(DatabaseRow.name) == name, DatabaseRow.sample == sample))
    sure = [one for one in named if any(doc.facts.dbid is not None for doc in reports.of_database(tx, one))]
    home = sure[0] if len(sure) == 1 else databases.find_or_add(tx, documents[0].facts)
    moved = [one for one in documents if one.database_id != home]
    for one in moved:
        _link(tx, one.id, Link(home, "name"))
    tx.expire_all()
    left = {one.database_id for one in moved if one.database_id is not None}
    for database_id in left:
        rest = reports.of_database(tx, database_id)
        if all(one.facts.anonymous for one in rest):
            for one in rest:
                _link(tx, one.id, Link(home, one.linked_by))
    return {home, *left} if moved else set()


def _work_out(tx: Session, database_id: str) -> None:
    documents = reports.of_database(tx, database_id)
    if all(one.facts.anonymous and one.linked_by != "chosen" for one in documents):
        for one in documents:
            _link(tx, one.id, Link(None, None))
        databases.delete(tx, database_id, BY_ITSELF)
        return
    named = [one for one in documents if not one.facts.anonymous]
    if named:
        databases.describe(tx, database_id, **_known(named))
    name = databases.get(tx, database_id).name
    if all(one.facts.dbid is None for one in named):
        name = _said_name(named) or name
        databases.rename(tx, database_id, name)
    places = counted(documents)
    for one in documents:
        period, twin = places[one.id]
        warning = counts_instead(one, twin) if twin else name_differs(name, one)
        tx.execute(update(ReportRow).where(ReportRow.id == one.id).values(period=period))
        if not one.facts.anonymous:
            _link(tx, one.id, replace(Link(database_id, one.linked_by), warning=warning))


def _known(documents: Sequence[ReportRecord]) -> dict[str, str | bool | None]:
    by_time = sorted(documents, key=lambda one: (str(one.facts.end_time or ""), one.digest))
    said: dict[str, str | bool | None] = {"release": None, "rac": None, "platform": None}
    for one in by_time:
        said |= {field: value for field in said if (value := getattr(one.facts, field)) is not None}
    return said


def _link(tx: Session, report_id: str, link: Link) -> None:
    warning = columns_of(link.warning) if link.warning else None
    said = {"database_id": link.database_id, "linked_by": link.by, "link_warning": warning}
    tx.execute(update(ReportRow).where(ReportRow.id == report_id).values(**said))
