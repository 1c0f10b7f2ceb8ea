"""Rows that lie whole in memory, read column by column: all rows take a step at once, from one cell to the next.

A row says how long it is, so the begins of rows are found without looking into them. Cells that are not asked for are stepped
over by their lengths. Where the steps do not end with the row, it is of another form, or damaged: who asks takes it apart alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.reports.dump.pieces import WIDE
from segtier.reports.dump.refusals import TableFault

Integers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Decode = Callable[[bytes], Any]

ROW_HEAD = 4
_ROW_FLAGS = (0x3C, 0x1C)
_BEYOND = 1 << 24
"""A step that ends behind any row: of a cell whose length takes two bytes more, which is not followed here."""
_STEPS = np.arange(1, 257, dtype=np.int64)
_STEPS[0xFF], _STEPS[WIDE] = 1, _BEYOND
_LENGTHS = np.arange(256, dtype=np.int64)
_LENGTHS[0xFF] = _LENGTHS[WIDE] = 0
_ZERO, _POSITIVE_FROM, _MOST_DIGITS = 0x80, 193, 9
"""Digits of base 100 that 64 bits hold in any case."""
_MOST_REMEMBERED, _LONGEST_REMEMBERED = 4096, 40


class Column:
    """The cells of a column in some rows."""

    __slots__ = ("_numbers", "_others", "_values", "rows")

    def __init__(self, numbers: Integers | None, others: Mapping[int, Any], values: list[Any] | None = None) -> None:
        """`others`: by row, cells that are no whole number of 64 bits, NULL among them. Without numbers: `values`."""
        self._numbers, self._others, self._values = numbers, others, values
        self.rows = len(values or ()) if numbers is None else len(numbers)

    @property
    def numbers(self) -> Integers | None:
        """None where a cell is anything else than a whole number."""
        return None if self._others else self._numbers

    @property
    def values(self) -> list[Any]:
        """None for NULL."""
        if self._values is None:
            assert self._numbers is not None
            self._values = self._numbers.tolist()
            for row, value in self._others.items():
                self._values[row] = value
        return self._values

    def cut(self, begin: int, end: int) -> Column:
        """Of these rows alone."""
        if self._numbers is None or self._others:
            return Column(None, {}, self.values[begin:end])
        return Column(self._numbers[begin:end], {}, None if self._values is None else self._values[begin:end])

    def taken(self, rows: Integers) -> Column:
        """Of these rows, 0 where -1 stands for one."""
        if self._numbers is None or self._others:
            values = self.values
            return Column(None, {}, [0 if row < 0 else values[row] for row in rows.tolist()])
        if not self.rows:
            return Column(np.zeros(len(rows), np.int64), {})
        return Column(np.where(rows < 0, 0, self._numbers.take(rows, mode="clip")), {})

    def is_like(self, other: Column) -> bool:
        """Whether the cells are the same."""
        if self.numbers is not None and other.numbers is not None:
            return np.array_equal(self.numbers, other.numbers)
        return self.values == other.values


def joined(parts: Sequence[Column]) -> Column:
    """The rows of all parts, one behind the other."""
    if len(parts) == 1:
        return parts[0]
    numbers = [one.numbers for one in parts]
    if parts and all(one is not None for one in numbers):
        return Column(np.concatenate([one for one in numbers if one is not None]), {})
    return Column(None, {}, [value for one in parts for value in one.values])


class Memory(dict[bytes, Any]):
    """Values by their cells, each worked out once as long as there is room."""

    def __init__(self, decode: Decode) -> None:
        super().__init__({b"": None})
        self._decode = decode

    def __missing__(self, cell: bytes) -> Any:
        value = self._decode(cell)
        if len(self) < _MOST_REMEMBERED and len(cell) <= _LONGEST_REMEMBERED:
            self[cell] = value
        return value


@dataclass(frozen=True, slots=True)
class Asked:
    """A column that is asked for."""

    place: int
    is_number: bool
    memory: Memory


def rows_ahead(buf: bytes, at: int) -> tuple[list[int], int]:
    """(where the rows begin that lie whole in the bytes from `at` on, where the last of them ends)."""
    begins: list[int] = []
    size = len(buf) - ROW_HEAD
    while at <= size and buf[at] in _ROW_FLAGS:
        stop = at + (buf[at + 1] << 8 | buf[at + 2])
        if stop > size + ROW_HEAD or stop < at + ROW_HEAD:
            break
        begins.append(at)
        at = stop
    return begins, at


class WholeRows:
    """Rows that lie whole in some bytes, taken as far as the first `steps` columns."""

    def __init__(self, buf: bytes, begins: Sequence[int], end: int, places: Sequence[int], steps: int) -> None:
        self._buf = buf
        self._data: Bytes = np.frombuffer(buf, np.uint8)
        self.count = len(begins)
        at = np.array(begins, dtype=np.int64)
        self.begins = at
        self.stops = np.append(at[1:], end)
        counts = self._data.take(at + (ROW_HEAD - 1))
        fewest = int(counts.min())
        at = at + ROW_HEAD
        self._cells: dict[int, tuple[Integers, Integers]] = {}
        wanted = set(places)
        for place in range(min(int(counts.max()), steps)):
            lead = self._data.take(at, mode="clip")
            step = _STEPS.take(lead)
            if place >= fewest:  # left out at the end of some rows
                there = counts > place
                step, lead = step * there, np.where(there, lead, 0)
            if place in wanted:
                self._cells[place] = at + 1, _LENGTHS.take(lead)
            at = at + step
        self.reached = at
        """Where each row was left."""
        self.fits = (at == self.stops) & (counts <= steps)

    def lengths(self, place: int) -> Integers:
        """Of the cells of one of the `places`; 0 for NULL."""
        found = self._cells.get(place)
        return np.zeros(self.count, np.int64) if found is None else found[1]

    def column(self, asked: Asked, known: Mapping[int, Any], most: int) -> tuple[Column, TableFault | None]:
        """The cells of the first `most` rows; `known`: those that were taken apart alone. With why it ends before, if it does."""
        found = self._cells.get(asked.place)
        if found is None:
            return Column(None, {}, [known.get(row) for row in range(most)] if known else [None] * most), None
        begins, lengths = (one[:most] for one in found)
        return (self._numbers if asked.is_number else self._texts)(begins, lengths, asked.memory, known)

    def _texts(
        self, begins: Integers, lengths: Integers, memory: Memory, known: Mapping[int, Any]
    ) -> tuple[Column, TableFault | None]:
        buf, values = self._buf, list[Any]()
        try:
            for begin, end in zip(begins.tolist(), (begins + lengths).tolist(), strict=True):
                values.append(known[len(values)] if len(values) in known else memory[buf[begin:end]])
        except TableFault as fault:
            return Column(None, {}, values), fault
        return Column(None, {}, values), None

    def _numbers(
        self, begins: Integers, lengths: Integers, memory: Memory, known: Mapping[int, Any]
    ) -> tuple[Column, TableFault | None]:
        """Whole numbers that are not negative, all at once; what else there is, one by one."""
        data, digits = self._data, lengths - 1
        lead = data.take(begins, mode="clip")
        power = lead.astype(np.int64) - _POSITIVE_FROM
        plain = (digits > 0) & (digits <= power + 1) & (power < _MOST_DIGITS)
        numbers = np.zeros(len(begins), np.int64)
        for place in range(int(power[plain].max(initial=-1)) + 1):
            digit = data.take(begins + (place + 1), mode="clip") - np.uint8(1)
            here = place < digits
            plain &= (digit < 100) | ~here
            numbers = np.where(place <= power, numbers * 100 + digit * here, numbers)
        plain |= (digits == 0) & (lead == _ZERO)
        if known:
            plain[[row for row in known if row < len(plain)]] = False
        others: dict[int, Any] = {}
        for row in np.flatnonzero(~plain).tolist():
            begin = int(begins[row])
            try:
                others[row] = known[row] if row in known else memory[self._buf[begin : begin + int(lengths[row])]]
            except TableFault as fault:
                return Column(numbers[:row], others), fault
        return Column(numbers, others), None
