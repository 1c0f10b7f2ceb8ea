"""The rows of a table: which snapshot each belongs to, and the cells that are asked for.

A table without LONG or LOB is read by patterns: a row of so many cells is one, with a group for each cell that is asked for. What
no pattern fits is taken apart cell by cell, which also says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from segtier.reports.dump.description import Column, Description
from segtier.reports.dump.pieces import FIRST, LAST, LENGTH, read_row
from segtier.reports.dump.refusals import TableFault
from segtier.reports.dump.sets import Extent
from segtier.reports.dump.values import Decode, date, interval, number, text, timestamp
from segtier.reports.dump.window import CUT, Window

KEY = ("SNAP_ID", "DBID", "INSTANCE_NUMBER")
"""The columns that say which snapshot of which instance a row is of."""
_WHOLE_ROW = LENGTH | FIRST | LAST
_ROW_FLAGS = (0x3C, 0x1C)
_ROW_HEAD, _LONGEST_ROW = 4, 0xFFFF
_MOST_REMEMBERED = 4096
"""Values of a column whose cells were seen: it bounds memory and keeps most of the speed."""
_LONGEST_REMEMBERED = 40
_MOST_PATTERNS = 8
"""Of one table: rows differ in how many cells at their end are left out."""
_MOST_EMPTY = 100_000
_NUMBER, _DATE = 2, 12
_LONGEST_CELL = {_NUMBER: 22, _DATE: 7, 180: 13, 181: 13, 231: 13, 183: 11}
_LONGEST_TEXT = 253
_DECODERS: dict[int, Decode] = {
    _NUMBER: number,
    _DATE: date,
    180: timestamp,
    181: timestamp,
    231: timestamp,
    183: interval,
}
_TEXTS = (1, 96)


class Rows:
    """Of one object. Every generator raises TableFault where the rows break off; those before it were given."""

    def __init__(self, extent: Extent, description: Description) -> None:
        self._extent = extent
        columns = description.columns
        self._columns = [one for one in columns if not one.is_long] + [one for one in columns if one.is_long]
        self._short = sum(not one.is_long for one in columns)
        self._place = {one.name: at for at, one in enumerate(self._columns[: self._short])}

    @property
    def names(self) -> frozenset[str]:
        """Of the columns that can be asked for."""
        return frozenset(self._place)

    def read(self, wanted: Sequence[str], begin: int = 0, end: int | None = None) -> Iterator[tuple[Any, ...]]:
        """The cells of these columns, row by row; None for NULL and for a column that the table has not."""
        places = [self._place.get(name, -1) for name in wanted]
        caches = [_Cells(_decoder(self._columns[at])) if at >= 0 else _NOTHING for at in places]
        for cells in self._cells(places, begin, self._extent.length if end is None else end):
            yield tuple([cache[cell] for cache, cell in zip(caches, cells, strict=True)])

    def runs(self) -> Iterator[tuple[tuple[Any, ...], int, int, int]]:
        """(key, begin, end, rows) of the stretches whose rows are of one snapshot and instance, in the table's order."""
        if [self._place.get(name) for name in KEY] != [0, 1, 2] or not self._has_lengths:
            yield from self._slow_runs()
            return
        window = Window(self._extent, 0, self._extent.length)
        key: tuple[Any, ...] = ()
        sign = b""
        begin = rows = 0
        while window.ahead(_LONGEST_ROW):
            buf, at = window.buf, window.at
            if buf[at] not in _ROW_FLAGS or len(buf) - at < _ROW_HEAD:
                raise self._wrong(window)
            length = buf[at + 1] << 8 | buf[at + 2]
            if length < _ROW_HEAD or at + length > len(buf):
                raise self._wrong(window)
            if not rows or not buf.startswith(sign, at + _ROW_HEAD):
                if rows:
                    yield key, begin, window.offset, rows
                begin, rows = window.offset, 0
                cells = _first_cells(buf[at + _ROW_HEAD : at + length], len(KEY))
                key, sign = tuple(number(cell[1:]) for cell in cells), b"".join(cells)
            rows += 1
            window.at = at + length
        if rows:
            yield key, begin, window.offset, rows
        self._check_end()

    def _slow_runs(self) -> Iterator[tuple[tuple[Any, ...], int, int, int]]:
        """Where the key stands elsewhere: each row is a stretch of its own."""
        places = [self._place.get(name, -1) for name in KEY]
        caches = [_Cells(_decoder(self._columns[at])) if at >= 0 else _NOTHING for at in places]
        window = Window(self._extent, 0, self._extent.length)
        while window.ahead(_LONGEST_ROW):
            begin = window.offset
            cells = self._row(window, places)
            yield tuple(cache[cell] for cache, cell in zip(caches, cells, strict=True)), begin, window.offset, 1
        self._check_end()

    @cached_property
    def _has_lengths(self) -> bool:
        return self._short == len(self._columns)

    def _wrong(self, window: Window) -> TableFault:
        """What is wrong with the row at the window."""
        try:
            read_row(window, len(self._columns), self._short)
        except TableFault as fault:
            return fault
        return TableFault(CUT)

    def _check_end(self) -> None:
        if not self._extent.whole:
            raise TableFault("the file ends within its rows")

    def _cells(self, places: Sequence[int], begin: int, end: int) -> Iterator[Sequence[bytes | None]]:
        """Cells with their length before them, which is what they are remembered by."""
        window = Window(self._extent, begin, end)
        patterns: dict[int, re.Pattern[bytes] | None] = {}
        order = [places.index(at) for at in sorted(set(places)) if at >= 0]
        straight = order == list(range(len(places)))
        empty = 0
        while window.ahead(_LONGEST_ROW):
            buf, at = window.buf, window.at
            if self._has_lengths and buf[at] in _ROW_FLAGS and at + _ROW_HEAD <= len(buf):
                stop, count = at + (buf[at + 1] << 8 | buf[at + 2]), buf[at + 3]
                pattern = patterns.get(count)
                if pattern is None and count not in patterns:
                    fits = len(patterns) < _MOST_PATTERNS and count <= len(self._columns)
                    pattern = patterns[count] = self._pattern(count, places) if fits else None
                found = pattern and pattern.fullmatch(buf, at + _ROW_HEAD, stop)
                if found and stop <= len(buf):
                    window.at = stop
                    groups = found.groups()
                    if straight and len(groups) == len(places):
                        yield groups
                    else:
                        cells: list[bytes | None] = [None] * len(places)
                        for place, cell in zip(order, groups, strict=False):
                            cells[place] = cell
                        yield cells
                    continue
            row = self._row(window, places)
            empty = empty + 1 if not any(row) else 0
            if empty > _MOST_EMPTY:
                raise TableFault("it is a run of empty rows")
            yield row
        if end == self._extent.length:
            self._check_end()

    def _row(self, window: Window, places: Sequence[int]) -> list[bytes | None]:
        cells = read_row(window, len(self._columns), self._short)
        found = [cells[at] if at >= 0 else None for at in places]
        return [None if cell is None else bytes([min(len(cell), _LONGEST_TEXT)]) + cell for cell in found]

    def _pattern(self, count: int, places: Sequence[int]) -> re.Pattern[bytes]:
        """Of the row's first `count` columns, with those asked for in groups, in the table's order."""
        parts = [_cell_pattern(one.type) for one in self._columns[:count]]
        for at in set(places):
            if 0 <= at < count:
                parts[at] = b"(" + parts[at] + b")"
        return re.compile(b"".join(parts), re.DOTALL)


class _Cells(dict[bytes | None, Any]):
    """Values by their cells, each worked out once as long as there is room."""

    def __init__(self, decode: Decode) -> None:
        super().__init__({None: None, b"\xff": None, b"\x00": None})
        self._decode = decode

    def __missing__(self, cell: bytes) -> Any:
        value = self._decode(cell[1:])
        if len(self) < _MOST_REMEMBERED and len(cell) <= _LONGEST_REMEMBERED:
            self[cell] = value
        return value


class _Nothing(dict[bytes | None, Any]):
    def __missing__(self, cell: bytes | None) -> None:
        return None


_NOTHING = _Nothing()


def _decoder(column: Column) -> Decode:
    return text(column.charset) if column.type in _TEXTS else _DECODERS.get(column.type, bytes)


def _cell_pattern(type_: int) -> bytes:
    """A length and so many bytes, the frequent ones first; longer ones have another form, which no pattern fits."""
    most = _LONGEST_CELL.get(type_, _LONGEST_TEXT)
    known = _PATTERNS.get(most)
    if known is None:
        lengths = b"|".join(re.escape(bytes([length])) + b".{%d}" % length for length in range(1, most + 1))
        known = _PATTERNS[most] = b"(?>[\xff\x00]|" + lengths + b")"
    return known


_PATTERNS: dict[int, bytes] = {}


def _first_cells(row: bytes, count: int) -> list[bytes]:
    """Numbers, each behind its length. Raises TableFault where one of them is not there."""
    cells, at = [], 0
    for _ in range(count):
        length = row[at] if at < len(row) else 0
        if not 1 <= length <= _LONGEST_CELL[_NUMBER] or at + 1 + length > len(row):
            raise TableFault("a row does not say which snapshot it is of")
        cells.append(row[at : at + 1 + length])
        at += 1 + length
    return cells
