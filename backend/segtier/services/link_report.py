"""Which database a document belongs to.

A report says it: DBID, else name. A CSV export or typed list says nothing; it belongs to the database the user
chose, else to that of the files it came with, else to the one whose segments it names. Where several could be
meant the document stays unlinked with a warning that asks. Whenever a document comes or goes, its database is worked out
anew (`arrange_database`) and exports that are linked by comparison only are compared again, so that the order of uploads
does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.orm import Session

from segtier.model.audit import Deleter
from segtier.model.evidence import Warn
from segtier.services.arrange_database import BY_ITSELF, arrange
from segtier.store import databases, reports
from segtier.store.records import DatabaseRecord, Link, LinkedBy, ReportRecord

_NO_DATABASE = Warn(
    "not-linked",
    "This file does not say which database it is from. It is used as soon as a report of that database is uploaded.",
)

_NAMED = 5
"""Databases in a question; the page lists all."""


def link_report(tx: Session, report_id: str, wanted_database_id: str | None) -> None:
    """Link a document that was just stored; whoever adds or removes documents calls `relink` in the end.

    The transaction began with `one_at_a_time`.
    """
    report = reports.get(tx, report_id)
    if wanted_database_id is not None and report.facts.anonymous:
        choose_database(tx, report, wanted_database_id)
    elif not report.facts.anonymous:
        by: LinkedBy = "name" if report.facts.dbid is None else "dbid"
        reports.link(tx, report.id, Link(databases.find_or_add(tx, report.facts), by))


def choose_database(tx: Session, report: ReportRecord, database_id: str) -> None:
    """Link a document to the database the user named; raises NotFound."""
    databases.get(tx, database_id)
    reports.link(tx, report.id, Link(database_id, "chosen"))


def relink(
    tx: Session, database_ids: Iterable[str], sample: bool, *, names: Iterable[str] = (), by: Deleter = BY_ITSELF
) -> None:
    """Work out what follows from all documents, after some of these databases (or of these names) came, went or changed.

    An export belongs to none that has outlived its reports. `by`: who took documents away.
    """
    arrange(tx, database_ids, names, sample, by)
    exports = reports.anonymous(tx, sample)
    known: list[DatabaseRecord] = []
    if exports:
        alive = databases.with_documents(tx)
        known = [one for one in databases.list_all(tx) if one.sample == sample and one.id in alive]
    for export in exports:
        reports.link(tx, export.id, _guess(tx, export, known))


def _guess(tx: Session, export: ReportRecord, known: list[DatabaseRecord]) -> Link:
    if not known:
        return Link(None, None, _NO_DATABASE)
    mates = reports.databases_of_batch(tx, export.batch) if export.batch else set()
    if len(mates) == 1:
        return Link(mates.pop(), "batch")
    return _best_match(tx, export, known)


def _best_match(tx: Session, export: ReportRecord, known: list[DatabaseRecord]) -> Link:
    names = reports.segment_names(tx, [export.id])
    listed = {database: _listed(tx, database.id) for database in known}
    shared = {database: len(names & theirs) for database, theirs in listed.items()}
    most = max(shared.values())
    best = [database for database, count in shared.items() if count == most]
    if most > 0 and len(best) == 1:
        return Link(best[0].id, "match")
    if len(known) == 1 and not listed[known[0]]:
        return Link(known[0].id, "only")
    return Link(None, None, _ask(best if most > 0 else known))


def _listed(tx: Session, database_id: str) -> frozenset[str]:
    own = [report.id for report in reports.of_database(tx, database_id) if not report.facts.anonymous]
    return reports.segment_names(tx, own)


def _ask(candidates: list[DatabaseRecord]) -> Warn:
    first, more = sorted(database.name for database in candidates)[:_NAMED], max(0, len(candidates) - _NAMED)
    names = ", ".join(first) + (f", or one of {more} others" if more else "")
    return Warn(
        "which-database",
        f"This file does not say which database it is from and its segments do not tell. Choose one in the list of reports, or "
        f"by its id (`database_id`): {names}.",
    )
