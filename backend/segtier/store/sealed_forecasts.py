"""Sealed forecasts: added once, never changed. Whoever adds one began the transaction with `one_at_a_time`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete as sql_delete
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from segtier.model.audit import Deleter
from segtier.store import audit
from segtier.store.convert import record_of
from segtier.store.records import SealedForecastRecord
from segtier.store.tables import SealedForecastRow


def add(session: Session, forecast_id: str, database_id: str, body: dict[str, Any], digest: str) -> None:
    session.add(SealedForecastRow(id=forecast_id, database_id=database_id, body=body, digest=digest))
    session.flush()


def get(session: Session, forecast_id: str) -> SealedForecastRecord | None:
    row = session.get(SealedForecastRow, forecast_id)
    return None if row is None else record_of(SealedForecastRecord, row)


def every(session: Session, database_id: str | None = None) -> list[SealedForecastRecord]:
    """The newest first; of one database, or of all."""
    wanted = select(SealedForecastRow).order_by(SealedForecastRow.id.desc())
    if database_id is not None:
        wanted = wanted.where(SealedForecastRow.database_id == database_id)
    return [record_of(SealedForecastRecord, row) for row in session.scalars(wanted)]


def delete(session: Session, sealed: SealedForecastRecord, by: Deleter) -> None:
    told = {"database_id": sealed.database_id, "digest": sealed.digest}
    audit.delete(session, by, "forecast", sealed.id, told, option=sealed.body.get("option"))
    session.execute(sql_delete(SealedForecastRow).where(SealedForecastRow.id == sealed.id))


def move(session: Session, database_id: str, home: str) -> None:
    """All of one database to another."""
    table = SealedForecastRow
    session.execute(update(table).where(table.database_id == database_id).values(database_id=home))
