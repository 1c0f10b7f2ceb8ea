"""The rows of a table: which snapshot each belongs to, and the cells that are asked for.

Rows that say their lengths are read a stretch at a time, column by column. What is of another form is taken apart cell by cell,
which also says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from segtier.reports.dump.columns import Asked, Column, Memory, WholeRows, joined, rows_ahead
from segtier.reports.dump.description import NO_KINDS, Description, Kind
from segtier.reports.dump.pieces import Cells, read_row
from segtier.reports.dump.refusals import TableFault
from segtier.reports.dump.sets import Extent
from segtier.reports.dump.values import Decode, date, interval, number, text, timestamp
from segtier.reports.dump.window import CUT, Window

KEY = ("SNAP_ID", "DBID", "INSTANCE_NUMBER")
"""The columns that say which snapshot of which instance a row is of."""
_NO_KEY = "a row does not say which snapshot it is of"
_LONGEST_ROW = 0xFFFF
_MOST_EMPTY = 100_000
_MOST_ALONE = 256
_NUMBER, _DATE = 2, 12
_LONGEST_NUMBER = 22
_DECODERS: dict[int, Decode] = {
    _NUMBER: number,
    _DATE: date,
    180: timestamp,
    181: timestamp,
    231: timestamp,
    183: interval,
}
_TEXTS = (1, 96)
Run = tuple[tuple[Any, ...], int, int, int]
"""(key, begin, end, rows)."""
Block = tuple[int, list[Column]]
"""(rows, columns in the order asked for)."""


class Rows:
    """Of one object. Every generator raises TableFault where the rows break off; those before it were given."""

    def __init__(self, extent: Extent, description: Description, kinds: Mapping[str, Kind] = NO_KINDS) -> None:
        """`kinds`: what columns must hold, where they are there. Raises TableFault where one is described otherwise."""
        self._extent = extent
        described = description.columns
        self._columns = [one for one in described if not one.is_long] + [one for one in described if one.is_long]
        self._short = sum(not one.is_long for one in described)
        for one in self._columns[: self._short]:
            if kinds.get(one.name, one.kind) != one.kind:
                raise TableFault(f"its column {one.name} is not described as a {kinds[one.name]}")
        self._place = {one.name: at for at, one in enumerate(self._columns[: self._short])}

    @property
    def names(self) -> frozenset[str]:
        """Of the columns that can be asked for."""
        return frozenset(self._place)

    def read(self, wanted: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The cells of these columns, row by row; None for NULL and for a column that the table has not."""
        return self.reader(wanted).read(0, self.length)

    def reader(self, wanted: Sequence[str]) -> RowReader:
        """For stretch after stretch."""
        return RowReader(self, wanted)

    @property
    def length(self) -> int:
        return self._extent.length

    @property
    def width(self) -> int:
        """How many columns a row may have."""
        return len(self._columns)

    def runs(self) -> Iterator[Run]:
        """The stretches whose rows are of one snapshot and instance, in the table's order."""
        if [self._place.get(name) for name in KEY] != [0, 1, 2] or not self.say_lengths:
            yield from self._slow_runs()
            return
        window = self.window(0, self.length)
        asked = [Asked(place, True, Memory(number)) for place in range(len(KEY))]
        key: tuple[Any, ...] = ()
        begin = rows = 0
        while window.ahead(_LONGEST_ROW):
            begins, stop = rows_ahead(window.buf, window.at)
            if not begins:
                raise self._wrong(window)
            keys, edges, fault = _keys(WholeRows(window.buf, begins, stop, range(len(KEY)), len(KEY)), asked)
            for at, (first, last) in zip(keys, pairwise(edges), strict=True):
                if at != key or not rows:
                    if rows:
                        yield key, begin, window.base + begins[first], rows
                    key, begin, rows = at, window.base + begins[first], 0
                rows += last - first
            if fault is not None:
                if rows:
                    yield key, begin, window.base + begins[edges[-1]], rows
                raise fault
            window.at = stop
        if rows:
            yield key, begin, window.offset, rows
        self.check_end()

    def _slow_runs(self) -> Iterator[Run]:
        """Where the key stands elsewhere: each row is a stretch of its own."""
        asked = [self.asked(name) for name in KEY]
        window = self.window(0, self.length)
        while window.ahead(_LONGEST_ROW):
            begin = window.offset
            yield _values(self.row(window), asked), begin, window.offset, 1
        self.check_end()

    @cached_property
    def say_lengths(self) -> bool:
        """Rows without long values do."""
        return self._short == len(self._columns)

    def _wrong(self, window: Window) -> TableFault:
        """What is wrong with the row at the window."""
        try:
            self.row(window)
        except TableFault as fault:
            return fault
        return TableFault(CUT)

    def check_end(self) -> None:
        if not self._extent.whole:
            raise TableFault("the file ends within its rows")

    def asked(self, name: str) -> Asked | None:
        """None for a column that the table has not got."""
        place = self._place.get(name)
        if place is None:
            return None
        column = self._columns[place]
        decode = text(column.charset) if column.type in _TEXTS else _DECODERS.get(column.type, bytes)
        return Asked(place, column.type == _NUMBER, Memory(decode))

    def window(self, begin: int, end: int) -> Window:
        return Window(self._extent, begin, end)

    def row(self, window: Window) -> Cells:
        """The cells of the row at the window."""
        return read_row(window, len(self._columns), self._short)


class RowReader:
    """Reads stretches of the rows of one object; what it learned of one serves the next."""

    def __init__(self, rows: Rows, wanted: Sequence[str]) -> None:
        self._rows = rows
        self._asked = [rows.asked(name) for name in wanted]
        self._places = [one.place for one in self._asked if one is not None]
        self._empty = 0

    def read(self, begin: int, end: int) -> Iterator[tuple[Any, ...]]:
        """The rows from one place of the extent to another. Raises TableFault where they break off."""
        for count, found in self._blocks(begin, end):
            yield from zip(*(one.values for one in found), strict=True) if found else ((),) * count

    def columns(self, begin: int, end: int) -> list[Column]:
        """The same, each column by itself."""
        blocks = [found for _, found in self._blocks(begin, end)]
        return [joined(parts) for parts in zip(*blocks, strict=True)] or [Column(None, {}, []) for _ in self._asked]

    def _blocks(self, begin: int, end: int) -> Iterator[Block]:
        rows, window = self._rows, self._rows.window(begin, end)
        self._empty = 0
        while window.ahead(_LONGEST_ROW):
            begins, stop = rows_ahead(window.buf, window.at) if rows.say_lengths else ([], 0)
            if begins:
                yield from self._together(window, begins, stop)
                window.at = stop
            else:
                yield from self._alone(window)
        if end == rows.length:
            rows.check_end()

    def _together(self, window: Window, begins: Sequence[int], stop: int) -> Iterator[Block]:
        """Rows that lie whole in the window."""
        lie = WholeRows(window.buf, begins, stop, self._places, self._rows.width)
        alone, most, fault = self._taken_apart(lie, window.base)
        found = []
        for at, asked in enumerate(self._asked):
            known = {row: values[at] for row, values in alone.items()}
            column, wrong = (Column(None, {}, [None] * most), None) if asked is None else lie.column(asked, known, most)
            if wrong is not None:
                most, fault = column.rows, wrong
            found.append(column)
        if most:
            yield most, [one if one.rows == most else one.cut(0, most) for one in found]
        if fault is not None:
            raise fault

    def _taken_apart(self, lie: WholeRows, base: int) -> tuple[dict[int, tuple[Any, ...]], int, TableFault | None]:
        """(rows that do not fit the steps, how many rows there are before one that is wrong, what is wrong with it)."""
        alone: dict[int, tuple[Any, ...]] = {}
        for row in np.flatnonzero(~lie.fits).tolist():
            begin = base + int(lie.begins[row])
            try:
                alone[row] = _values(self._rows.row(self._rows.window(begin, base + int(lie.stops[row]))), self._asked)
            except TableFault as fault:
                return alone, row, self._said(begin, fault)
        return alone, lie.count, None

    def _said(self, begin: int, fault: TableFault) -> TableFault:
        """As the row says it that may go on behind its length."""
        try:
            self._rows.row(self._rows.window(begin, self._rows.length))
        except TableFault as whole:
            return whole
        return fault

    def _alone(self, window: Window) -> Iterator[Block]:
        """Rows of another form, cell by cell: one where others lie behind it, some where all are like that."""
        found: list[tuple[Any, ...]] = []
        fault = None
        try:
            while len(found) < (1 if self._rows.say_lengths else _MOST_ALONE) and window.ahead(_LONGEST_ROW):
                found.append(_values(self._row(window), self._asked))
        except TableFault as wrong:
            fault = wrong
        if found:
            yield len(found), [Column(None, {}, list(cells)) for cells in zip(*found, strict=True)]
        if fault is not None:
            raise fault

    def _row(self, window: Window) -> Cells:
        cells = self._rows.row(window)
        self._empty = 0 if any(cells) else self._empty + 1
        if self._empty > _MOST_EMPTY:
            raise TableFault("it is a run of empty rows")
        return cells


def _values(cells: Cells, asked: Sequence[Asked | None]) -> tuple[Any, ...]:
    return tuple(None if one is None else one.memory[cells[one.place] or b""] for one in asked)


def _keys(lie: WholeRows, asked: Sequence[Asked]) -> tuple[list[tuple[Any, ...]], list[int], TableFault | None]:
    """(keys of rows that follow each other, at which rows they begin and the last one ends, why there are no more)."""
    most, fault, found = lie.count, None, list[Column]()
    unsaid = lie.reached > lie.stops
    for one in asked:
        lengths = lie.lengths(one.place)
        unsaid |= (lengths < 1) | (lengths > _LONGEST_NUMBER)
    if unsaid.any():
        most, fault = int(unsaid.argmax()), TableFault(_NO_KEY)
    for one in asked:
        column, wrong = lie.column(one, {}, most)
        if wrong is not None:
            most, fault = column.rows, wrong
        found.append(column)
    changed = np.zeros(max(most - 1, 0), dtype=bool)
    for column in found:
        values = np.array(column.values, dtype=object) if column.numbers is None else column.numbers
        changed |= values[1:most] != values[: most - 1] if most else False
    begins = [0, *(np.flatnonzero(changed) + 1).tolist()] if most else []
    return [tuple(column.values[at] for column in found) for at in begins], [*begins, most], fault
