"""Databases, with a summary of what is stored about each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, exists, func, select
from sqlalchemy.orm import Session

from segtier.audit import ADDED
from segtier.errors import NotFound
from segtier.model.account import ITSELF
from segtier.model.audit import Deleter
from segtier.store import audit, listed, plans, sealed_forecasts, unsettled
from segtier.store.convert import record_of
from segtier.store.engine import insert_new, now
from segtier.store.ids import Id, new_id
from segtier.store.records import DatabaseRecord, KnownDatabase, ReportFacts
from segtier.store.tables import DatabaseRow, ReportRow

_USED = ReportRow.period != "ignored"


class Place(NamedTuple):
    """Of a database among all."""

    sample: bool
    id: Id

    @classmethod
    def of(cls, database: DatabaseRecord) -> Place:
        return cls(database.sample, database.id)


def list_all(session: Session) -> list[DatabaseRecord]:
    """All databases, own ones before samples, then in order of arrival."""
    query = _query().order_by(DatabaseRow.sample, DatabaseRow.id)
    return [_record(found) for found in session.execute(query)]


def page(
    session: Session, known: Collection[str] | None, after: Place | None, limit: int | None
) -> list[DatabaseRecord]:
    """The same, or those among `known`; at most `limit` of those after a place."""
    order = (DatabaseRow.sample, DatabaseRow.id)
    wanted = select(DatabaseRow.id).order_by(*order).limit(limit)
    if known is not None:
        wanted = wanted.where(DatabaseRow.id.in_(known))
    if after is not None:
        behind = (DatabaseRow.sample == after.sample) & (DatabaseRow.id > after.id)
        wanted = wanted.where(behind if after.sample else behind | DatabaseRow.sample)
    query = _query().where(DatabaseRow.id.in_(wanted.subquery().select())).order_by(*order)
    return [_record(found) for found in session.execute(query)]


def count(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(DatabaseRow)) or 0


def get(session: Session, database_id: str) -> DatabaseRecord:
    found = session.execute(_query().where(DatabaseRow.id == database_id)).one_or_none()
    if found is None:
        raise _not_there(database_id)
    return _record(found)


def known(session: Session, database_id: str) -> KnownDatabase:
    """The same without a look at its documents."""
    row = session.get(DatabaseRow, database_id)
    if row is None:
        raise _not_there(database_id)
    return record_of(KnownDatabase, row)


def _not_there(database_id: str) -> NotFound:
    return NotFound(f"no database {database_id[:40]!r}")


def find_or_add(session: Session, facts: ReportFacts) -> str:
    """The database with the DBID a document gives, else that of its name; a standby is one of its own.

    One that only its name was known of until now goes on as the one with that DBID: its address and what a user linked to
    it by hand stay. Whoever calls began the transaction with `one_at_a_time`: a new one has an entry in the audit trail.
    """
    key = _link_key(facts)
    known = session.execute(select(DatabaseRow.id).where(DatabaseRow.link_key == key)).scalar_one_or_none()
    if known is not None:
        return known
    if facts.dbid is not None and facts.standby is None and (found := _known_by_name(session, facts)) is not None:
        found.link_key, found.dbid = key, facts.dbid
        session.flush()
        return found.id
    return _with_key(session, key, facts.database_name or f"DBID {facts.dbid}", facts.dbid, facts.sample)


def of_file(session: Session, file: str, sha256: str, sample: bool) -> str:
    """The database that a file has of its own, called as the file; whoever calls began as for `find_or_add`."""
    return _with_key(session, f"{_owner(sample)}:file:{sha256}", file, None, sample)


def _with_key(session: Session, key: str, name: str, dbid: int | None, sample: bool) -> str:
    database_id = new_id("db")
    is_new = insert_new(
        session,
        DatabaseRow.__table__,  # type: ignore[arg-type]
        id=database_id,
        link_key=key,
        name=name,
        called=name.upper(),
        dbid=dbid,
        sample=sample,
        created_at=now(session),
    )
    if is_new:
        audit.append(session, ITSELF, ADDED, database_id)
        return database_id
    return session.execute(select(DatabaseRow.id).where(DatabaseRow.link_key == key)).scalar_one()


def _known_by_name(session: Session, facts: ReportFacts) -> DatabaseRow | None:
    if facts.database_name is None or with_dbid(session, facts.database_name, facts.sample):
        return None
    key = _link_key(replace(facts, dbid=None))
    return session.execute(select(DatabaseRow).where(DatabaseRow.link_key == key)).scalar_one_or_none()


def with_dbid(session: Session, name: str, sample: bool) -> list[str]:
    """Databases of that name of which any document gives the DBID."""
    named = (DatabaseRow.called == name.upper(), DatabaseRow.sample == sample)
    sure = exists().where(ReportRow.database_id == DatabaseRow.id, ReportRow.dbid.is_not(None))
    return list(session.execute(select(DatabaseRow.id).where(*named, sure)).scalars())


def describe(session: Session, database_id: str, release: str | None, rac: bool | None, platform: str | None) -> None:
    row = session.get_one(DatabaseRow, database_id)
    row.release, row.rac, row.platform = release, rac, platform  # no change, no statement
    session.flush()


def rename(session: Session, database_id: str, name: str) -> None:
    row = session.get_one(DatabaseRow, database_id)
    row.name, row.called = name, name.upper()
    session.flush()


def tell(session: Session, database_id: str, name: str | None) -> bool:
    """Its documents, and exports of no database, are told what it is called, or with None that it has no documents any more.

    Gives whether that is news; such exports are then to be looked at again.
    """
    row = session.get_one(DatabaseRow, database_id)
    if row.told_name == name:
        return False
    row.told_name = name
    session.flush()
    unsettled.loose_exports(session, row.sample)
    return True


def delete(session: Session, database_id: str, by: Deleter) -> None:
    """Remove it with its plans and sealed forecasts; each has its entry in the audit trail. Nothing where it is gone."""
    row = session.get(DatabaseRow, database_id)
    if row is None:
        return
    for plan in plans.every(session, database_id):
        plans.delete(session, plan, by)
    for sealed in sealed_forecasts.every(session, database_id):
        sealed_forecasts.delete(session, sealed, by)
    audit.delete(session, by, "database", database_id, {"dbid": row.dbid}, name=row.name)
    listed.forget(session, database_id)
    session.delete(row)
    session.flush()


def is_named(session: Session, database_id: str) -> bool:
    """Does a plan that was ever approved, or a sealed forecast, name it? Then it outlives its reports."""
    return bool(plans.approved_ever(session, database_id) or sealed_forecasts.every(session, database_id))


class Candidate(NamedTuple):
    """A database that an export may belong to."""

    id: str
    name: str


def candidates(session: Session, sample: bool) -> list[Candidate]:
    """Those of which any document is stored."""
    query = select(DatabaseRow.id, DatabaseRow.name).where(DatabaseRow.sample == sample, _has_documents())
    return [Candidate(*row) for row in session.execute(query)]


def any_candidate(session: Session, sample: bool) -> bool:
    query = select(DatabaseRow.id).where(DatabaseRow.sample == sample, _has_documents())
    return session.scalar(query.limit(1)) is not None


def _has_documents() -> ColumnElement[bool]:
    return exists().where(ReportRow.database_id == DatabaseRow.id)


def with_documents(session: Session) -> set[str]:
    """Those of which any document is stored."""
    return set(session.scalars(select(ReportRow.database_id).where(ReportRow.database_id.is_not(None)).distinct()))


def identifiers(session: Session) -> list[str]:
    return list(session.scalars(select(DatabaseRow.id)))


def _link_key(facts: ReportFacts) -> str:
    owner = _owner(facts.sample)
    if facts.dbid is not None:
        standby = "" if facts.standby is None else f":standby:{facts.standby.upper()}"
        return f"{owner}:dbid:{facts.dbid}{standby}"
    return f"{owner}:name:{(facts.database_name or '').upper()}"


def _owner(sample: bool) -> str:
    return "sample" if sample else "own"


def _count(condition: Any) -> Any:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def _query() -> Select[DatabaseRow, int, int, datetime, datetime, int, int]:
    report = (ReportRow.role == "report") & _USED
    return (
        select(
            DatabaseRow,
            _count(report),
            _count(report & (ReportRow.period == "after")),
            func.min(ReportRow.begin_time),
            func.max(ReportRow.end_time),
            _count(ReportRow.has_counters & _USED),
            _count(ReportRow.has_sizes & _USED),
        )
        .outerjoin(ReportRow, ReportRow.database_id == DatabaseRow.id)
        .group_by(DatabaseRow.id)
    )


def _record(found: Sequence[Any]) -> DatabaseRecord:
    row, reports, after, first, last, counters, sizes = found
    return record_of(
        DatabaseRecord,
        row,
        reports=reports,
        after_reports=after,
        first_time=first,
        last_time=last,
        has_segment_counters=counters > 0,
        has_sizes=sizes > 0,
    )
