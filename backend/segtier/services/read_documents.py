"""The documents that an answer follows from: which they are, and what they hold."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.model.account import ITSELF
from segtier.reading.orders import Fetch, Fetching, KeepHours, KeptHour, StoredDocument
from segtier.services.context import Context
from segtier.store import databases, hours, reports
from segtier.store.hours import PackedHour
from segtier.store.records import CountedDocument, KnownDatabase, Period

_MADE_AT_ONCE = 64
"""Hours that are made in one order: a month of them holds up nobody else for long."""


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


def stored_documents(ctx: Context, inputs: Inputs) -> tuple[StoredDocument, ...]:
    """For an order: with the hours that are kept of them, which are made where none is kept, or an older version made it."""
    with ctx.store.read() as tx:
        found = _stored(tx, inputs)
    missing = [one for one in found if one.hour is None and not one.has_sizes_only]
    for first in range(0, len(missing), _MADE_AT_ONCE):
        _keep_hours(ctx, missing[first : first + _MADE_AT_ONCE])
    if missing:
        with ctx.store.read() as tx:
            found = _stored(tx, inputs)
    return found


def fetching(ctx: Context) -> Fetching:
    """Gives an order what it asks back. Raises NotFound where it was deleted meanwhile."""

    def fetch(wanted: Fetch) -> tuple[bytes, ...]:
        with ctx.store.read() as tx:
            if wanted.what == "figures":
                return hours.figures(tx, wanted.ids)
            return tuple(reports.packed_document(tx, one) for one in wanted.ids)

    return fetch


def _stored(tx: Session, inputs: Inputs) -> tuple[StoredDocument, ...]:
    kept, lengths = hours.of_database(tx, inputs.database.id), reports.packed_lengths(tx, inputs.database.id)
    return tuple(
        StoredDocument(one.id, one.digest, lengths.get(one.id, 0), one.period, one.role == "sizes", kept.get(one.id))
        for one in inputs.used
    )


def _keep_hours(ctx: Context, missing: Sequence[StoredDocument]) -> None:
    with ctx.advisers.ask(KeepHours(tuple(missing)), fetch=fetching(ctx)) as answers:
        made = [PackedHour(one.answer.hour, one.answer.figures) for one in answers if isinstance(one.answer, KeptHour)]
    with ctx.store.write(ITSELF) as tx:
        hours.keep(tx, zip((one.id for one in missing), made, strict=True))
