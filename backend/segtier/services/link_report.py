"""Which database a document belongs to.

A report says it: DBID, else name. A paste, a CSV export or a typed list says nothing; it belongs to the database the
user chose, else to that of the files it came with, else to the one whose segments it names. Else a load (a paste) has a
database of its own, called as its file: an answer can be made of it, and nobody else's answer may follow from a guess.
A list of segments stays unlinked with a warning that asks where several could be meant. Whenever a document comes or goes, its
database is worked out anew (`arrange_database`), and so are the links of all exports that hang on what has changed
(`store/unsettled.py`): so the order of uploads does not matter, and a document that changes nothing for the others costs the
same among however many.
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
    "This file does not say which database it is from. Segtier uses it once you upload a report of that database.",
)

_OWN_DATABASE = Warn(
    "own-database",
    "This file does not say which database it is from, so it has one of its own, called as the file. Does it belong to another? "
    "Choose that in the list of reports, or by its id (`database_id`).",
)
_OWN: LinkedBy = "file"

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
    while waiting := unsettled.waiting(tx, place):
        exports = reports.open_exports(tx, waiting)
        links = _Links(tx, sample, exports)
        changed = [(one, link) for one in exports if not one.has(link := links.of(one))]
        reports.link_exports(tx, {one.id: link for one, link in changed})
        unsettled.settled(tx, place)
        tx.expire_all()
        _arrange_own(tx, changed, sample, by)


def _arrange_own(tx: Session, changed: Iterable[tuple[OpenExport, Link]], sample: bool, by: Deleter) -> None:
    """Databases that loads have of their own came, or lost theirs; what came with these loads may belong there."""
    moved = [(one, link) for one, link in changed if _OWN in (one.linked_by, link.by)]
    if not moved:
        return
    touched = {home for one, link in moved for home in (one.database_id, link.database_id) if home is not None}
    arrange(tx, touched, (), sample, by)
    unsettled.exports_of_batches(tx, {one.batch for one, _ in moved if one.batch is not None})


class _Links:
    """The databases there are, and what some exports have in common with them."""

    def __init__(self, tx: Session, sample: bool, exports: Sequence[OpenExport]) -> None:
        self._tx, self._sample = tx, sample
        self._any = databases.any_candidate(tx, sample)
        batches = {one.batch for one in exports if one.batch}
        self._mates = reports.databases_of_batches(tx, batches, sample)
        self._homes = reports.homes_of_batches(tx, batches, sample)
        for one in exports:
            if self._any and self._mate(one) is None and not one.compared:
                listed.compare(tx, one.id, listed.numbers(reports.segment_names(tx, one.id)))
        self._shared = listed.shared(tx, [one.id for one in exports])

    def of(self, export: OpenExport) -> Link:
        found = self._found(export)
        if export.role != "report" or found.by in ("batch", "match"):
            return found
        own = databases.of_file(self._tx, export.file or "a file", export.sha256 or export.digest, self._sample)
        return Link(own, _OWN, _OWN_DATABASE)

    def _found(self, export: OpenExport) -> Link:
        mate = self._mate(export)
        if mate is not None:
            return Link(mate, "batch")
        return self._best_match(export) if self._any else Link(None, None, _NO_DATABASE)

    def _mate(self, export: OpenExport) -> str | None:
        if export.batch is None:
            return None
        mates = self._mates if export.role == "report" else self._homes
        return mates.get(export.batch)

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
        f"This file does not say which database it is from, nor do its segments. Choose one in the list of reports, or "
        f"by its id (`database_id`): {names}.",
    )
