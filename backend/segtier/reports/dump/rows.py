"""The rows of a table: which snapshot each belongs to, and the cells that are asked for.

A table without LONG or LOB is read by patterns: a row of so many cells is one, with a group for each cell that is asked for. What
no pattern fits is taken apart cell by cell, which also says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import getitem, itemgetter
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
_MOST_REMEMBERED, _FEW_REMEMBERED = 4096, 256
"""Values of a column whose cells were seen: it bounds memory and keeps most of the speed. Figures seldom come again."""
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

    def read(self, wanted: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The cells of these columns, row by row; None for NULL and for a column that the table has not."""
        return self.reader(wanted).read(0, self.length)

    def reader(self, named: Sequence[str], figures: Sequence[str] = ()) -> RowReader:
        """For stretch after stretch: the columns of `named`, whose values come again and are remembered, then the figures."""
        return RowReader(self, named, figures)

    @property
    def length(self) -> int:
        return self._extent.length

    def runs(self) -> Iterator[tuple[tuple[Any, ...], int, int, int]]:
        """(key, begin, end, rows) of the stretches whose rows are of one snapshot and instance, in the table's order."""
        if [self._place.get(name) for name in KEY] != [0, 1, 2] or not self.say_lengths:
            yield from self._slow_runs()
            return
        window = Window(self._extent, 0, self._extent.length)
        key: tuple[Any, ...] = ()
        sign = b""
        begin = rows = 0
        while window.ahead(_LONGEST_ROW):
            buf, at, size = window.buf, window.at, len(window.buf)
            while at < size:
                whole = at + _ROW_HEAD <= size and buf[at] in _ROW_FLAGS
                length = buf[at + 1] << 8 | buf[at + 2] if whole else 0
                if length < _ROW_HEAD or at + length > size:
                    break
                if not rows or not buf.startswith(sign, at + _ROW_HEAD):
                    if rows:
                        yield key, begin, window.base + at, rows
                    begin, rows = window.base + at, 0
                    cells = _first_cells(buf[at + _ROW_HEAD : at + length], len(KEY))
                    key, sign = tuple(number(cell[1:]) for cell in cells), b"".join(cells)
                rows += 1
                at += length
            if at == window.at and (size - at >= _LONGEST_ROW or not window.is_more):
                raise self._wrong(window)
            window.at = at
        if rows:
            yield key, begin, window.offset, rows
        self.check_end()

    def _slow_runs(self) -> Iterator[tuple[tuple[Any, ...], int, int, int]]:
        """Where the key stands elsewhere: each row is a stretch of its own."""
        places = [self.place(name) for name in KEY]
        caches = [self.values_at(at, _MOST_REMEMBERED) for at in places]
        window = Window(self._extent, 0, self._extent.length)
        while window.ahead(_LONGEST_ROW):
            begin = window.offset
            cells = self.row(window, places)
            yield tuple(cache[cell] for cache, cell in zip(caches, cells, strict=True)), begin, window.offset, 1
        self.check_end()

    @cached_property
    def say_lengths(self) -> bool:
        """Rows without long values do."""
        return self._short == len(self._columns)

    def _wrong(self, window: Window) -> TableFault:
        """What is wrong with the row at the window."""
        try:
            read_row(window, len(self._columns), self._short)
        except TableFault as fault:
            return fault
        return TableFault(CUT)

    def check_end(self) -> None:
        if not self._extent.whole:
            raise TableFault("the file ends within its rows")

    def place(self, name: str) -> int:
        """Of a column in a row; -1 where the table has not got it."""
        return self._place.get(name, -1)

    def values_at(self, place: int, most: int) -> _Cells | _Nothing:
        """Cells to values; so many are remembered."""
        return _Cells(_decoder(self._columns[place]), most) if place >= 0 else _NOTHING

    def pattern(self, count: int, places: Sequence[int]) -> re.Pattern[bytes] | None:
        """Of the row's first `count` columns, with those at the places in groups, in the table's order."""
        if count > len(self._columns):
            return None
        parts = [_cell_pattern(one.type) for one in self._columns[:count]]
        for at in set(places):
            if 0 <= at < count:
                parts[at] = b"(" + parts[at] + b")"
        return re.compile(b"".join(parts), re.DOTALL)

    def window(self, begin: int, end: int) -> Window:
        return Window(self._extent, begin, end)

    def row(self, window: Window, places: Sequence[int]) -> list[bytes | None]:
        """The cells at these places of the row at the window, each behind its length."""
        cells = read_row(window, len(self._columns), self._short)
        found = [cells[at] if at >= 0 else None for at in places]
        return [None if cell is None else bytes([min(len(cell), _LONGEST_TEXT)]) + cell for cell in found]


class RowReader:
    """Reads stretches of the rows of one object; what it learned of one serves the next."""

    def __init__(self, rows: Rows, named: Sequence[str], figures: Sequence[str]) -> None:
        self._rows = rows
        self._places = [rows.place(name) for name in (*named, *figures)]
        room = dict(zip(self._places, [_MOST_REMEMBERED] * len(named) + [_FEW_REMEMBERED] * len(figures), strict=True))
        self._order = sorted(at for at in set(self._places) if at >= 0)
        self._caches = [rows.values_at(at, room[at]) for at in self._order]
        self._pick = self._picked()
        self._patterns: dict[int, re.Pattern[bytes] | None] = {}

    def _picked(self) -> Callable[[tuple[Any, ...]], tuple[Any, ...]] | None:
        """From the table's order to that asked for, None where they are the same. What is not there comes last, as None."""
        places = [self._order.index(at) if at >= 0 else len(self._order) for at in self._places]
        if places == list(range(len(self._order))):
            return None
        return itemgetter(*places) if len(places) > 1 else lambda values: (values[places[0]],)

    def read(self, begin: int, end: int) -> Iterator[tuple[Any, ...]]:
        """The rows from one place of the extent to another. Raises TableFault where they break off."""
        rows, window, empty = self._rows, self._rows.window(begin, end), 0
        while window.ahead(_LONGEST_ROW):
            if rows.say_lengths:
                yield from self._matched(window)
                if window.at >= len(window.buf):
                    continue
                window.ahead(_LONGEST_ROW)
            cells = rows.row(window, self._order)
            empty = 0 if any(cells) else empty + 1
            if empty > _MOST_EMPTY:
                raise TableFault("it is a run of empty rows")
            yield self._values(cells)
        if end == rows.length:
            rows.check_end()

    def _matched(self, window: Window) -> Iterator[tuple[Any, ...]]:
        """Rows that lie ahead whole, up to the first that no pattern fits."""
        buf, at, size, patterns = window.buf, window.at, len(window.buf) - _ROW_HEAD, self._patterns
        while at <= size and buf[at] in _ROW_FLAGS:
            stop, count = at + (buf[at + 1] << 8 | buf[at + 2]), buf[at + 3]
            pattern = patterns[count] if count in patterns else self._pattern(count)
            found = pattern and pattern.fullmatch(buf, at + _ROW_HEAD, stop)
            if not found or stop > size + _ROW_HEAD:
                break
            at = window.at = stop
            yield self._values(found.groups())

    def _values(self, cells: Sequence[bytes | None]) -> tuple[Any, ...]:
        """In the order asked for; cells that the row leaves out are None."""
        values = tuple(map(getitem, self._caches, cells))
        short = len(self._caches) - len(values)
        if short:
            values += (None,) * short
        return values if self._pick is None else self._pick((*values, None))

    def _pattern(self, count: int) -> re.Pattern[bytes] | None:
        """Of a row of the table's first `count` columns; None for more forms of rows than a table has."""
        if count not in self._patterns:
            fits = len(self._patterns) < _MOST_PATTERNS
            self._patterns[count] = self._rows.pattern(count, self._places) if fits else None
        return self._patterns[count]


class _Cells(dict[bytes | None, Any]):
    """Values by their cells, each worked out once as long as there is room."""

    def __init__(self, decode: Decode, most: int = _MOST_REMEMBERED) -> None:
        super().__init__({None: None, b"\xff": None, b"\x00": None})
        self._decode, self._most = decode, most

    def __missing__(self, cell: bytes) -> Any:
        value = self._decode(cell[1:])
        if len(self) < self._most and len(cell) <= _LONGEST_REMEMBERED:
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
