"""How the documents of a database hang together: its name, which of them count, what is odd about one.

All of it follows from the set of the documents and from what users said by hand, not from the order in which they came. When
one comes or goes, what hangs on it is worked out anew: the database as a whole by looks into indexes, and the documents about
the same interval (`store/unsettled.py`); all documents only where the database is called otherwise than before. What a
document says itself is never changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sqlalchemy.orm import Session

from segtier.model.account import ITSELF
from segtier.model.audit import Deleter
from segtier.model.document_kind import DUMP
from segtier.model.evidence import Warn
from segtier.store import databases, plans, reports, scenarios, sealed_forecasts, unsettled
from segtier.store.records import KnownDatabase, Link, Period, ReportRecord

_MANY = 100
"""Documents: so many to be worked out again, that all of the database are read at once."""
BY_ITSELF = Deleter(ITSELF, names=False)
"""What becomes of a database whose documents are all of another one now: the other goes on under its name."""


def arrange(
    tx: Session, database_ids: Iterable[str], names: Iterable[str], sample: bool, by: Deleter = BY_ITSELF
) -> None:
    """Work out these databases, and where documents belong that give one of the names (or one of theirs) and no DBID.

    A database that no document names, that none has as its own, and none was linked to by hand, is forgotten, unless `_forget`
    finds what outlives them.
    The transaction began with `one_at_a_time`; `by`: who took the documents away.
    """
    tx.flush()
    touched, said = set(database_ids), {name.upper() for name in names}
    for database_id in sorted(touched):
        said |= {name.upper() for name in _rename(tx, database_id)}
    for name in sorted(said):
        touched |= _place_named(tx, name, sample)
    tx.expire_all()
    for database_id in sorted(touched):
        _work_out(tx, database_id, by)


def counted(documents: Iterable[ReportRecord]) -> dict[str, tuple[Period, ReportRecord | None]]:
    """By identifier: what a document counts for, and the one that counts in its place where it is ignored for that.

    Of several about the same snapshots of the same instance one counts: that which a user chose, else that which holds most.
    """
    found: dict[str, tuple[Period, ReportRecord | None]] = {}
    for twins in _same_interval(documents):
        first, *others = twins
        found[first.id] = (first.given_period, None)
        for one in others:
            kept = one.period_chosen or one.given_period == "ignored" or first.given_period == "ignored"
            found[one.id] = (one.given_period, None) if kept else ("ignored", first)
    return found


def _same_interval(documents: Iterable[ReportRecord]) -> Iterator[list[ReportRecord]]:
    """Groups, the one that counts first; a document without snapshots, or without a name, is a group by itself."""
    ranked = sorted(documents, key=lambda one: (_interval(one), _rank(one)))
    for _, twins in groupby(ranked, key=_interval):
        yield list(twins)


def _interval(one: ReportRecord) -> tuple[str, ...]:
    facts = one.facts
    if facts.begin_snap is None or facts.end_snap is None or facts.anonymous:
        return ("", one.id)
    return (facts.kind, facts.instance or "", str(facts.begin_snap), str(facts.end_snap))


def _rank(one: ReportRecord) -> tuple[bool, bool, int, str, str, int]:
    facts = one.facts
    return (
        one.given_period == "ignored",
        not one.period_chosen,
        -facts.sections_found,
        facts.sha256 or "",  # all hours that two dumps share count in one of them
        one.digest,
        one.part,
    )


def _rename(tx: Session, database_id: str) -> set[str]:
    """Name a database after the documents that give its DBID; all names that it and its documents have and had."""
    database = databases.known(tx, database_id)
    name = database.name
    if (sure := _sure_name(tx, database)) is not None:
        name = sure
        databases.rename(tx, database_id, name)
    return {database.name, name, *reports.names_given(tx, database_id)}


def _sure_name(tx: Session, database: KnownDatabase) -> str | None:
    """What documents that give its DBID call it; None where none gives that."""
    if database.dbid is None:
        return None
    said = reports.most_given_name(tx, database.id, with_dbid=True)
    if said is None and reports.gives_dbid(tx, database.id):
        return f"DBID {database.dbid}"
    return said


def _place_named(tx: Session, name: str, sample: bool) -> set[str]:
    """Documents that give a name only belong to the one database of that name whose DBID is known, else by themselves.

    Gives the databases that this changed.
    """
    homes = reports.homes_of_name(tx, name, sample)
    if not homes:
        return set()
    sure = databases.with_dbid(tx, name, sample)
    home = sure[0] if len(sure) == 1 else databases.find_or_add(tx, reports.any_of_name(tx, name, sample).facts)
    if homes == {home}:
        return set()
    moved = reports.of_name_elsewhere(tx, name, sample, home)
    for report_id, _ in moved:
        reports.link(tx, report_id, Link(home, "name"))
    left = {database_id for _, database_id in moved if database_id is not None}
    for database_id in left:
        _take_along(tx, database_id, home)
    return {home, *left}


def _take_along(tx: Session, database_id: str, home: str) -> None:
    """What users linked by hand, and asked by name, goes with the last of the documents that name a database."""
    if reports.names_its_database(tx, database_id):
        return
    scenarios.move(tx, database_id, home)
    sealed_forecasts.move(tx, database_id, home)
    plans.move(tx, database_id, home)
    for one in reports.of_database(tx, database_id):
        reports.link(tx, one.id, Link(home, one.linked_by))


def _work_out(tx: Session, database_id: str, by: Deleter) -> None:
    named = reports.names_its_database(tx, database_id)
    if not named and not reports.keeps(tx, database_id):
        reports.let_go(tx, database_id)
        _forget(tx, database_id, by)
        return
    if named:
        databases.describe(tx, database_id, **reports.latest_facts(tx, database_id))
    database = databases.known(tx, database_id)
    name = database.name
    if named and _sure_name(tx, database) is None:
        name = reports.most_given_name(tx, database_id, with_dbid=False) or name
        databases.rename(tx, database_id, name)
    _settle(tx, database_id, name, everything=databases.tell(tx, database_id, name))


def _settle(tx: Session, database_id: str, name: str, *, everything: bool) -> None:
    """Which of several of one interval counts, and what is odd about each, for those where that is open."""
    waiting = unsettled.waiting(tx, database_id)
    if everything or len(waiting) > _MANY:
        documents = [one for one in reports.of_database(tx, database_id) if not one.facts.anonymous]
    else:
        documents = reports.beside(tx, database_id, waiting)
    places = counted(documents)
    for one in documents:
        period, twin = places[one.id]
        warning = _counts_instead(one, twin) if twin else _name_differs(name, one)
        if one.period != period:
            reports.count_for(tx, one.id, period)
        if one.link_warning != warning:
            reports.warn(tx, one.id, warning)
    unsettled.settled(tx, database_id)


def _forget(tx: Session, database_id: str, by: Deleter) -> None:
    """Plans that nobody ever approved go with the last report; others and sealed forecasts stay, and so does the database."""
    if not databases.is_named(tx, database_id):
        databases.delete(tx, database_id, by)
        return
    databases.tell(tx, database_id, None)
    kept = {plan.id for plan in plans.approved_ever(tx, database_id)}
    for plan in plans.every(tx, database_id):
        if plan.id not in kept:
            plans.delete(tx, plan, by)


def _counts_instead(one: ReportRecord, twin: ReportRecord) -> Warn:
    facts = one.facts
    others = " Its other intervals count unless another file has them too." if facts.kind == DUMP else ""
    return Warn(
        "same-interval",
        f"Snapshots {facts.begin_snap}-{facts.end_snap} of the same instance are in {twin.facts.file or 'another file'} too,"
        f" which counts for them; this file keeps them but does not count them.{others}",
    )


def _name_differs(known_as: str, report: ReportRecord) -> Warn | None:
    name = report.facts.database_name
    if name is None or name.upper() == known_as.upper():
        return None
    return Warn(
        "database-name-differs",
        f"The report says {name}, other reports with the same DBID say {known_as}. "
        "A copy of a database keeps the DBID: delete this upload if it is another database.",
    )
