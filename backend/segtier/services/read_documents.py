"""The documents that an answer follows from: which they are, and what they hold."""

from __future__ import annotations

import hashlib

from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.reading.orders import StoredDocument
from segtier.services.context import Context
from segtier.store import databases, reports
from segtier.store.records import CountedDocument, KnownDatabase, Period


@dataclass(frozen=True, slots=True)
class Inputs:
    """The documents of a database that count, in order of their time, not opened yet."""

    database: KnownDatabase
    used: tuple[CountedDocument, ...]

    @property
    def digests(self) -> tuple[str, ...]:
        """Names exactly these documents in these periods."""
        return tuple(reports.name_of(one.period, one.digest) for one in self.used)

    @property
    def digest(self) -> str:
        """Of the documents an advice follows from: what counts as before, and sizes. SHA-256."""
        named = (one.digest for one in self.used if one.period == "before" or one.role == "sizes")
        return hashlib.sha256("\n".join(named).encode()).hexdigest()

    def has(self, period: Period) -> bool:
        return any(one.period == period and one.role != "sizes" for one in self.used)


def list_inputs(ctx: Context, database_id: str) -> Inputs:
    """All documents of a database but the ignored ones; raises NotFound."""
    with ctx.store.read() as tx:
        return inputs_in(tx, database_id)


def inputs_in(tx: Session, database_id: str) -> Inputs:
    """The same in a transaction that is under way."""
    return Inputs(databases.known(tx, database_id), reports.counted(tx, database_id))


def open_documents(ctx: Context, inputs: Inputs) -> tuple[StoredDocument, ...]:
    """What the inputs hold, as stored."""
    with ctx.store.read() as tx:
        return tuple(
            StoredDocument(reports.packed_document(tx, one.id), one.period, one.role == "sizes") for one in inputs.used
        )
