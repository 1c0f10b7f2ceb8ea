"""Take sizes that people type or paste for the segments a report lists."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from typing import Final

from segtier import documents
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.account import Writer
from segtier.model.inventory import Inventory
from segtier.model.workload import Database, Source
from segtier.reading.orders import ReadSizes, Sizes
from segtier.reading.problems import as_error
from segtier.services.context import Context
from segtier.store import databases, reports
from segtier.store.engine import one_at_a_time
from segtier.store.records import Link

_KIND: Final = "typed"


@dataclass(frozen=True, slots=True)
class SizesTaken:
    accepted: int
    rejected: tuple[UnreadableInput, ...]


def set_sizes(ctx: Context, by: Writer, database_id: str, text: str) -> SizesTaken:
    """Store typed sizes over earlier typed ones; a line that cannot be read is given back with its reason."""
    from segtier.reading.describe import describe, segment_names  # noqa: PLC0415 - for who types some; a start goes without

    typed, rejected = _read(ctx, text)
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        database = databases.get(tx, database_id)
        earlier = [one for one in reports.of_database(tx, database_id) if one.facts.kind == _KIND]
        olds = [documents.decode(reports.document(tx, one.id), Inventory) for one in earlier]
        if typed.segments:
            merged = _merge([*olds, typed])
            for one in earlier:
                reports.delete(tx, one.id)
            facts = describe(merged, file="typed sizes", sha256=None, sample=database.sample)
            report_id = reports.add(
                tx,
                facts,
                reports.packed(documents.encode(merged), segment_names(merged)),
                upload_id=None,
                period="before",
            )
            reports.link(tx, report_id, Link(database_id, "chosen"))
    return SizesTaken(len(typed.segments), rejected)


def _read(ctx: Context, text: str) -> tuple[Inventory, tuple[UnreadableInput, ...]]:
    """In a reader, as everything that people send."""
    with tempfile.TemporaryFile() as file:
        file.write(text.encode())
        file.flush()
        with ctx.readers.ask(ReadSizes(), file) as answers:
            ((sizes, data),) = answers
    assert isinstance(sizes, Sizes)
    rejected = (as_error(one) for one in sizes.rejected)
    return documents.decode(data, Inventory), tuple(one for one in rejected if isinstance(one, UnreadableInput))


def _merge(inventories: list[Inventory]) -> Inventory:
    """One inventory of the latest size of every segment, in order of first mention."""
    latest = {segment.key: segment for inventory in inventories for segment in inventory.segments}
    return replace(
        inventories[-1],
        source=Source(kind=_KIND),
        database=Database(),
        segments=tuple(latest.values()),
        complete=None,
    )
