"""The rows of a table by the snapshot and the instance they are of: found once, read where they are asked for.

Of a table only where its rows lie is kept, so hundreds of snapshots take no more memory than a few.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from segtier.reports.awr_dump.once import each_once
from segtier.reports.awr_dump.tables import SINCE_12C, Asked
from segtier.reports.dump.columns import Column, joined
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
_CONTRADICTS = "{count} of its rows of snapshot {snap} are there twice and say different things"
_AHEAD_BYTES, _AHEAD_SNAPSHOTS = 1 << 18, 64
"""Small snapshots are read together: a step of many rows takes hardly longer than one of few."""


class _Stretch(NamedTuple):
    """Rows of a snapshot that lie together."""

    reader: int
    begin: int
    end: int
    rows: int


class SnapshotRows:
    """Of one table."""

    def __init__(self, asked: Asked, table: Table | None, order: Mapping[Key, int], uncaptured: Uncaptured) -> None:
        """`order`: the snapshots that matter, as they will be asked for; rows of others are counted and passed over."""
        self.name = asked.table
        self._uncaptured = uncaptured
        self._order, self._keys = order, tuple(order)
        self._snaps = {(key.dbid, key.snap) for key in order}
        self.instances: set[tuple[int, int]] = set()
        """(dbid, number) of all that have rows of snapshots that matter, of whichever instance these are."""
        self._places: dict[Key, array[int]] = defaultdict(lambda: array("q"))
        self._doubted: dict[Key, str] = {}
        self._readers: list[RowReader] = []
        self._ahead: dict[Key, list[Column]] = {}
        """Snapshots that were read together."""
        self._key: list[int] = []
        """Places of the columns that tell rows apart; none where the table lacks one of them."""
        self._counts = bool(asked.figures)
        self._contradictory: dict[Key, int] = {}
        self._why = _NOT_THERE if table is None else None
        self.columns: Set[str] = frozenset() if table is None else table.columns
        self.said: str | None = None
        """What is wrong with the table as a whole."""
        if table is not None:
            self._find(asked, table)

    def _find(self, asked: Asked, table: Table) -> None:
        lacking = [one for one in asked.indispensable if one not in table.columns]
        if lacking and any(part.rows is not None for part in table.parts):
            self._why = f"it has no column {', '.join(lacking)}"
            return
        if table.columns.issuperset(set(asked.tells_rows) - {SINCE_12C}):
            self._key = [asked.columns.index(one) for one in asked.tells_rows]
        doubts: dict[Key, bool] = {}
        for part in table.parts:
            if part.rows is None:
                table.faults.append(part.fault or "")
                continue
            number, seen, counted, fault = len(self._readers), set[Key](), 0, None
            self._readers.append(part.rows.reader(asked.columns))
            try:
                for (snap, dbid, instance), begin, end, rows in part.rows.runs():
                    counted += rows
                    key = Key(dbid, instance, snap)
                    if (dbid, snap) in self._snaps and rows:
                        self.instances.add((dbid, instance))
                    if key in self._order:
                        seen.add(key)
                        self._places[key].extend(_Stretch(number, begin, end, rows))
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

    def columns_at(self, key: Key) -> list[Column] | None:
        """The rows of a snapshot, each column by itself; None where they are not known (see `why`), as where some are lost."""
        if self.why(key) is not None:
            return None
        if key not in self._ahead:
            try:
                self._ahead = self._read(self._with_following(key))
            except TableFault:
                self._ahead = self._read_alone(key)
        return self._ahead.get(key)

    def rows_at(self, key: Key) -> list[Row] | None:
        """The same, row by row."""
        columns = self.columns_at(key)
        return None if columns is None else list(zip(*(one.values for one in columns), strict=True))

    def _with_following(self, key: Key) -> list[Key]:
        """The snapshot, and those asked for next, as far as they are small."""
        place, found, length = self._order[key], [key], self._length(key)
        for one in self._keys[place + 1 : place + _AHEAD_SNAPSHOTS]:
            if one in self._places and one not in self._doubted:
                length += self._length(one)
                if length > _AHEAD_BYTES:
                    break
                found.append(one)
        return found

    def _length(self, key: Key) -> int:
        return sum(one.end - one.begin for one in self._stretches(key))

    def _stretches(self, key: Key) -> Iterator[_Stretch]:
        places = self._places[key]
        return (_Stretch(*places[at : at + 4]) for at in range(0, len(places), 4))

    def _read_alone(self, key: Key) -> dict[Key, list[Column]]:
        try:
            return self._read([key])
        except TableFault as fault:
            self._doubted[key] = fault.message
            return {}

    def _read(self, keys: Sequence[Key]) -> dict[Key, list[Column]]:
        """Stretches that lie side by side at once. Raises TableFault."""
        found: dict[Key, list[list[Column]]] = {key: [] for key in keys}
        for together in _side_by_side(sorted((one, key) for key in keys for one in self._stretches(key))):
            first, last = together[0][0], together[-1][0]
            columns, begin = self._readers[first.reader].columns(first.begin, last.end), 0
            for one, key in together:
                found[key].append([column.cut(begin, begin + one.rows) for column in columns])
                begin += one.rows
        whole = {
            key: self._each_once(key, [joined(one) for one in zip(*parts, strict=True)]) for key, parts in found.items()
        }
        return {key: columns for key, columns in whole.items() if columns is not None}

    def _each_once(self, key: Key, columns: Sequence[Column]) -> list[Column] | None:
        """None where rows say different things that are no figures: which of them holds is not known."""
        found, count = each_once(columns, self._key)
        if not count:
            return found
        if self._counts:
            self._contradictory[key] = count
            return found
        self._doubted[key] = _CONTRADICTS.format(count=count, snap=key.snap)
        return None

    def contradicted(self, key: Key) -> str | None:
        """What is said of a snapshot that was read, where figures of it are told in two ways: they are not known."""
        count = self._contradictory.get(key)
        return (
            None if count is None else f"{_CONTRADICTS.format(count=count, snap=key.snap)}: those figures are unknown"
        )

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


def _side_by_side(stretches: Sequence[tuple[_Stretch, Key]]) -> Iterator[list[tuple[_Stretch, Key]]]:
    found: list[tuple[_Stretch, Key]] = []
    for one in stretches:
        if found and (found[-1][0].reader, found[-1][0].end) != (one[0].reader, one[0].begin):
            yield found
            found = []
        found.append(one)
    if found:
        yield found
