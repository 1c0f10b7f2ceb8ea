"""The unit a size column is in, as its name says (`SIZE_MB`, `BYTES/1024/1024`), and the sign of its decimals.

Units are binary, as in Oracle's SIZE clause; a name that divides says by what. A name without a unit (`SIZE`) is never guessed.
Sizes in MB have decimals, so `1.125` may be 1125 in another locale: the other cells of the column tell which, or it is no figure.
A size that says its own unit (`1.5G`) is in that one, whatever the name says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import prod

from segtier.reports.numbers import CellFault, counted, number, plain_decimals
from segtier.reports.tables.rows import RowTable
from segtier.units import GIB, KIB, MIB, TIB

_UNITS = {"K": KIB, "M": MIB, "G": GIB, "T": TIB}
_NAMED = re.compile(
    r"(?:(?:SEG(?:MENT)?_)?SIZE(?:_IN)?|BYTES(?:_IN)?|TOTAL(?:_SIZE)?)?_?\(?(?:([KMGT])I?B(?:YTES?)?|(KILO|MEGA|GIGA|TERA)BYTES?)\)?"
)
_DIVIDED = re.compile(
    r"(?:(?:ROUND|TRUNC|CEIL)\()?\(?(?:BYTES|SUM\(BYTES\))\)?((?:/\(?(?:\d{4,13})(?:\*\d{4,13}){0,3}\)?){1,4})(?:,_?\d)?\)?"
)
_DIVISORS = frozenset(base**power for base in (1000, 1024) for power in (1, 2, 3, 4))
_OWN = re.compile(
    r"([\d.,\u00a0\u202f]{1,40})\s{0,3}(?:([KMGT])(?:I?B(?:YTES?)?)?|B(?:YTES?)?)", re.ASCII | re.IGNORECASE
)
_MOST_SHOWN = 3
_UNTOLD = frozenset("SIZE SEGMENT_SIZE SEG_SIZE TOTAL_SIZE SUM_SIZE".split())
_COMMA = re.compile(r"(?:\d{0,18}|\d{1,3}(?:[.\u00a0\u202f]\d{3}){1,6}),(?:\d{1,2}|\d{4,18})|0?,\d{1,18}", re.ASCII)
_POINT = re.compile(r"(?:\d{0,18}|\d{1,3}(?:[,\u00a0\u202f]\d{3}){1,6})\.(?:\d{1,2}|\d{4,18})|0?\.\d{1,18}", re.ASCII)
_UNCLEAR = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)


def scale_of(name: str) -> int | None:
    """Bytes of one unit of the column with that name (upper case, `_` for blanks); None where it names none."""
    named = _NAMED.fullmatch(name)
    if named is not None:
        return _UNITS[(named[1] or named[2])[0]]
    divided = _DIVIDED.fullmatch(name.replace("_/_", "/").replace("_*_", "*"))
    if divided is None:
        return None
    divisors = [int(text) for text in re.findall(r"\d+", divided[1])]
    return prod(divisors) if _DIVISORS.issuperset(divisors) else None


def size_column(table: RowTable) -> tuple[str, int] | None:
    """The column in the finest unit and its scale. A name that may be cut says no unit: `BYTES/1024` may go on."""
    scales = [
        (scale, name)
        for name, cut in zip(table.names, table.cut, strict=True)
        if not cut and (scale := scale_of(name)) is not None
    ]
    return min(scales)[::-1] if scales else None


def untold(table: RowTable) -> str | None:
    """A column of sizes as printed whose name says no unit."""
    return next((table.columns[at] for at, name in enumerate(table.names) if name in _UNTOLD), None)


def says_units(table: RowTable, name: str) -> bool:
    """Whether all sizes of the column say theirs."""
    at, said = table.names.index(name), False
    for line in table.rows():
        cell = line.cells[at].strip() if len(line.cells) == len(table.columns) else ""
        if cell and _own(cell) is None:
            return False
        said = said or bool(cell)
    return said


def _own(text: str) -> tuple[str, int] | None:
    """(figure, bytes of its unit) of a size that says its unit."""
    found = _OWN.fullmatch(text)
    return None if found is None else (found[1], _UNITS[found[2].upper()] if found[2] else 1)


class SizeCells:
    """Reads the cells of a column as bytes. Nothing is read as nothing where a size was rounded to 0."""

    def __init__(
        self, scale: int | None, cells: Iterable[str] = (), whole: Callable[[str], float | None] | None = None
    ) -> None:
        """`scale`: None where only the sizes say their unit. `whole`: how a figure without decimals is read, if that is known."""
        self._scale, self._whole = scale, whole
        figures = {own[0] if (own := _own(cell)) else cell for cell in cells}
        self._comma, self._point = (any(map(form.fullmatch, figures)) for form in (_COMMA, _POINT))
        self.others: list[str] = []
        """Some that say another unit than the column."""

    def __call__(self, text: str) -> int | None:
        own = _own(text)
        if own is None:
            if self._whole is not None:
                figure = self._whole(text)
                return None if figure is None else round(counted(figure * (self._scale or 1), text))
            return self._read(text, text, self._scale or 1)
        if own[1] != self._scale and self._scale and text not in self.others and len(self.others) < _MOST_SHOWN:
            self.others.append(text)
        return self._read(text, *own)

    def _read(self, text: str, figure: str, scale: int) -> int | None:
        comma, point = self._comma, self._point
        if comma == point:
            comma, point = (form.fullmatch(figure) is not None for form in (_COMMA, _POINT))
            if _UNCLEAR.fullmatch(figure) or (self._comma and not figure.isdigit()):
                raise CellFault(text, "unclear")
        found = number(plain_decimals(figure) if comma else figure)
        return round(counted(found * scale, text)) or None if found is not None else None


def cells_of(table: RowTable, name: str) -> set[str]:
    at = table.names.index(name)
    return {line.cells[at].strip() for line in table.rows() if len(line.cells) == len(table.columns)}
