"""The master table of an export: how many rows each table must have. It is the checksum of what is read."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from segtier.reports.dump.description import Kind
from segtier.reports.dump.objects import TableObject
from segtier.reports.dump.rows import Rows

_COLUMNS: dict[str, Kind] = {
    **dict.fromkeys(("OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"), "text"),
    **dict.fromkeys(("COMPLETED_ROWS", "DUMP_LENGTH"), "number"),
}
_OF_DATA = "TABLE_DATA"


class Listed(NamedTuple):
    """The data of one table or partition, as the master table has it."""

    rows: int
    length: int | None


def listed_tables(master: TableObject) -> dict[tuple[str, str], list[Listed]]:
    """By owner and name. Raises TableFault."""
    found: dict[tuple[str, str], list[Listed]] = defaultdict(list)
    for kind, owner, name, rows, length in Rows(master.rows, master.described(), _COLUMNS).read(tuple(_COLUMNS)):
        if kind == _OF_DATA and owner and name and rows is not None and rows >= 0:
            found[owner, name].append(Listed(int(rows), None if length is None else int(length)))
    return dict(found)


def expected_of(one: TableObject, listed: list[Listed]) -> int | None:
    """Rows of an object, told by its length, which partitions with the same rows share; None where that does not tell."""
    counts = {row.rows for row in listed if row.length == one.length}
    return counts.pop() if len(counts) == 1 else None
