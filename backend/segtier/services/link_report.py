"""Which database a document belongs to.

A report says it: DBID, else name. A CSV export or typed list says nothing; it belongs to the database the user
chose, else to that of the files it came with, else to the one whose segments it names. Where several could be
meant the document stays unlinked with a warning that asks. Whenever a document comes or goes, its database is worked out
anew (`arrange_database`), and so are the links of all exports that hang on what has changed (`store/unsettled.py`): so the
order of uploads does not matter, and a document that changes nothing for the others costs the same among however many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from sqlalchemy.orm import Session

from segtier.model.audit import Deleter
from segtier.model.evidence import Warn
from segtier.services.arrange_database import BY_ITSELF, arrange
from segtier.store import databases, listed, reports, unsettled
from segtier.store.databases import Candidate
from segtier.store.records import Link, LinkedBy, ReportRecord
from segtier.store.reports import OpenExport

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
    databases.known(tx, database_id)
    reports.link(tx, report.id, Link(database_id, "chosen"))


def relink(
    tx: Session, database_ids: Iterable[str], sample: bool, *, names: Iterable[str] = (), by: Deleter = BY_ITSELF
) -> None:
    """Work out what follows from all documents, after some of these databases (or of these names) came, went or changed.

    An export belongs to none that has outlived its reports. `by`: who took documents away.
    """
    arrange(tx, database_ids, names, sample, by)
    place = unsettled.exports_of(sample)
    waiting = unsettled.waiting(tx, place)
    if not waiting:
        return
    exports = reports.open_exports(tx, waiting)
    reports.link_exports(tx, _changed(exports, _Links(tx, sample, exports)))
    unsettled.settled(tx, place)
    tx.expire_all()


def _changed(exports: Iterable[OpenExport], links: _Links) -> dict[str, Link]:
    """Those of these exports that belong elsewhere now, or are told so in other words."""
    return {one.id: link for one in exports if not one.has(link := links.of(one))}


class _Links:
    """The databases there are, and what some exports have in common with them."""

    def __init__(self, tx: Session, sample: bool, exports: Sequence[OpenExport]) -> None:
        self._tx, self._sample = tx, sample
        self._any = databases.any_candidate(tx, sample)
        self._mates = reports.databases_of_batches(tx, {one.batch for one in exports if one.batch})
        for one in exports:
            if self._any and self._mate(one) is None and not one.compared:
                listed.compare(tx, one.id, listed.numbers(reports.segment_names(tx, one.id)))
        self._shared = listed.shared(tx, [one.id for one in exports])

    def of(self, export: OpenExport) -> Link:
        if not self._any:
            return Link(None, None, _NO_DATABASE)
        mate = self._mate(export)
        return Link(mate, "batch") if mate is not None else self._best_match(export)

    def _mate(self, export: OpenExport) -> str | None:
        return self._mates.get(export.batch) if export.batch else None

    def _best_match(self, export: OpenExport) -> Link:
        shared = self._shared.get(export.id, {})
        most = max(shared.values(), default=0)
        best = {database_id for database_id, count in shared.items() if count == most}
        if len(best) == 1:
            return Link(best.pop(), "match")
        if best:
            return Link(None, None, _ask(tuple(one for one in self._known if one.id in best)))
        return self._only

    @cached_property
    def _known(self) -> tuple[Candidate, ...]:
        return tuple(databases.candidates(self._tx, self._sample))

    @cached_property
    def _only(self) -> Link:
        """Of an export that lists nothing a database lists."""
        if len(self._known) == 1 and not listed.lists_any(self._tx, self._known[0].id):
            return Link(self._known[0].id, "only")
        return Link(None, None, _ask(self._known))


def _ask(candidates: Sequence[Candidate]) -> Warn:
    first, more = sorted(database.name for database in candidates)[:_NAMED], max(0, len(candidates) - _NAMED)
    names = ", ".join(first) + (f", or one of {more} others" if more else "")
    return Warn(
        "which-database",
        f"This file does not say which database it is from and its segments do not tell. Choose one in the list of reports, or "
        f"by its id (`database_id`): {names}.",
    )
