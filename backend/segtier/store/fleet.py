"""The fleet as it was last worked out: a row for each database, and whether it still holds."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from segtier import __version__
from segtier.dataclass import dataclass
from segtier.model.fleet import FleetRow
from segtier.store.tables import DatabaseRow, FleetRowRow
from segtier.typed import converted

Curve = tuple[tuple[int, float], ...]
"""DB time saved by flash: (bytes, seconds per hour)."""


@dataclass(frozen=True, slots=True)
class KeptRow:
    database_id: str
    name: str
    dbid: int | None
    sample: bool
    documents_version: int
    """Another whenever another answer may follow from the documents."""
    holds: bool
    """The row was made from these documents by this version of Segtier."""
    row: FleetRow | None
    curve: Curve | None


def kept(session: Session) -> list[KeptRow]:
    """In the order of all lists of databases: own ones before samples, then in order of arrival."""
    query = (
        select(DatabaseRow, FleetRowRow)
        .outerjoin(FleetRowRow, FleetRowRow.database_id == DatabaseRow.id)
        .order_by(DatabaseRow.sample, DatabaseRow.id)
    )
    return [_kept(database, row) for database, row in session.execute(query)]


def _kept(database: DatabaseRow, row: FleetRowRow | None) -> KeptRow:
    version = database.documents_version
    return KeptRow(
        database.id,
        database.name,
        database.dbid,
        database.sample,
        version,
        row is not None and (row.documents_version, row.engine_version) == (version, __version__),
        converted(row.row, FleetRow) if row else None,
        converted(row.curve, Curve) if row and row.curve is not None else None,
    )


def documents_version(session: Session, database_id: str) -> int | None:
    """None where the database is gone."""
    return session.scalar(select(DatabaseRow.documents_version).where(DatabaseRow.id == database_id))


def keep(session: Session, database_id: str, version: int, row: dict[str, Any], curve: Curve | None) -> None:
    """In place of the row before; nothing where the database is gone."""
    session.execute(delete(FleetRowRow).where(FleetRowRow.database_id == database_id))
    if documents_version(session, database_id) is not None:
        session.add(
            FleetRowRow(
                database_id=database_id,
                engine_version=__version__,
                documents_version=version,
                row=row,
                curve=curve,
            )
        )
