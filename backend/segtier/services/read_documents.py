"""The documents that an answer follows from: which they are, and what they hold."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy.orm import Session

from segtier.reading.orders import StoredDocument
from segtier.services.context import Context
from segtier.store import databases, reports
from segtier.store.records import DatabaseRecord, Period, ReportRecord


@dataclass(frozen=True, slots=True)
class Inputs:
    """The documents of a database that count, in order of their time, not opened yet."""

    database: DatabaseRecord
    used: tuple[ReportRecord, ...]

    @property
    def digests(self) -> tuple[str, ...]:
        """Names exactly these documents in these periods."""
        return tuple(f"{one.period}:{one.digest}" for one in self.used)

    @property
    def digest(self) -> str:
        """Of the documents an advice follows from: what counts as before, and sizes. SHA-256."""
        named = (one.digest for one in self.used if one.period == "before" or one.facts.role == "sizes")
        return hashlib.sha256("\n".join(named).encode()).hexdigest()

    def has(self, period: Period) -> bool:
        return any(one.period == period and one.facts.role != "sizes" for one in self.used)


def list_inputs(ctx: Context, database_id: str) -> Inputs:
    """All documents of a database but the ignored ones; raises NotFound."""
    with ctx.store.read() as tx:
        return inputs_in(tx, database_id)


def inputs_in(tx: Session, database_id: str) -> Inputs:
    """The same in a transaction that is under way."""
    database = databases.get(tx, database_id)
    used = tuple(one for one in reports.of_database(tx, database_id) if one.period != "ignored")
    return Inputs(database, used)


def open_documents(ctx: Context, inputs: Inputs) -> tuple[StoredDocument, ...]:
    """What the inputs hold, as stored."""
    with ctx.store.read() as tx:
        return tuple(
            StoredDocument(reports.packed_document(tx, one.id), one.period, one.facts.role == "sizes")
            for one in inputs.used
        )
