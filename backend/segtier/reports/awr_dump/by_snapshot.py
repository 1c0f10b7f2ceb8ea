"""The rows of a table by the snapshot and the instance they are of: found once, read where they are asked for.

Of a table only where its rows lie is kept, so hundreds of snapshots take no more memory than one.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from segtier.reports.awr_dump.tables import Asked
from segtier.reports.dump.dump import Table
from segtier.reports.dump.refusals import TableFault
from segtier.reports.dump.rows import RowReader


class Key(NamedTuple):
    """One snapshot of one instance."""

    dbid: int
    instance: int
    snap: int


Uncaptured = Mapping[Key, Mapping[str, int]]
"""Tables that AWR could not fill at a snapshot, each with the error's number."""
Row = tuple[Any, ...]

_NOT_THERE = "the dump does not hold it"
_NO_ROWS = "it has no rows of snapshot {snap}"


class SnapshotRows:
    """Of one table."""

    def __init__(self, asked: Asked, table: Table | None, known: Set[Key], uncaptured: Uncaptured) -> None:
        """`known`: the snapshots that matter; rows of others are counted and passed over."""
        self.name = asked.table
        self._uncaptured = uncaptured
        self._places: dict[Key, array[int]] = defaultdict(lambda: array("q"))
        self._doubted: dict[Key, str] = {}
        self._readers: list[RowReader] = []
        self._why = _NOT_THERE if table is None else None
        self.columns: Set[str] = frozenset() if table is None else table.columns
        self.said: str | None = None
        """What is wrong with the table as a whole."""
        if table is not None:
            self._find(asked, table, known)

    def _find(self, asked: Asked, table: Table, known: Set[Key]) -> None:
        lacking = [one for one in asked.indispensable if one not in table.columns]
        if lacking and any(part.rows is not None for part in table.parts):
            self._why = f"it has no column {', '.join(lacking)}"
            return
        doubts: dict[Key, bool] = {}
        for part in table.parts:
            if part.rows is None:
                table.faults.append(part.fault or "")
                continue
            number, seen, counted, fault = len(self._readers), set[Key](), 0, None
            self._readers.append(part.rows.reader(asked.named, asked.figures))
            try:
                for (snap, dbid, instance), begin, end, rows in part.rows.runs():
                    counted += rows
                    key = Key(dbid, instance, snap)
                    if key in known:
                        seen.add(key)
                        self._places[key].extend((number, begin, end))
            except TableFault as found:
                fault = found.message
                table.faults.append(fault)
            table.counted += counted
            untold = part.expected is None and table.expected is not None
            short = fault is not None or untold or part.expected not in (None, counted)
            for key in seen:
                doubts[key] = doubts.get(key, False) or short
        self.said = table.said()
        if self.said is not None:
            self._doubted = {key: self.said for key, doubted in doubts.items() if doubted}
            self._why = None if self._places else self.said

    def read(self, key: Key) -> list[Row] | None:
        """The rows of a snapshot; None where they are not known (see `why`), as where some of them are lost."""
        if self.why(key) is not None:
            return None
        rows: list[Row] = []
        places = self._places[key]
        try:
            for at in range(0, len(places), 3):
                rows += self._readers[places[at]].read(places[at + 1], places[at + 2])
        except TableFault as fault:
            self._doubted[key] = fault.message
            return None
        return rows

    def why(self, key: Key) -> str | None:
        """Why the rows of a snapshot are not known; None where they are."""
        if self._why is not None:
            return self._why
        error = self._uncaptured.get(key, {}).get(self.name)
        if error is not None:
            return f"AWR could not fill it at snapshot {key.snap} (ORA-{error:05d})"
        if key in self._doubted:
            return self._doubted[key]
        return None if key in self._places else self.said or _NO_ROWS.format(snap=key.snap)

    @property
    def is_missing(self) -> bool:
        """Whether the dump does not hold it at all."""
        return self._why == _NOT_THERE
