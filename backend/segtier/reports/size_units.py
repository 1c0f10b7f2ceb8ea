"""The unit a size column is in, as its name says (`SIZE_MB`, `BYTES/1024/1024`), and the sign of its decimals.

Units are binary, as in Oracle's SIZE clause; a name that divides says by what. A name without a unit (`SIZE`) is never guessed.
Sizes in MB have decimals, so `1.125` may be 1125 in another locale: the other cells of the column tell which, or it is no figure.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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


def scaled(table: RowTable, name: str, scale: int) -> Callable[[str], int | None]:
    """What reads the column's cells as bytes. Nothing is read as nothing where a size was rounded to 0."""
    at = table.names.index(name)
    cells = {line.cells[at].strip() for line in table.rows() if len(line.cells) == len(table.columns)}
    comma, point = any(map(_COMMA.fullmatch, cells)), any(map(_POINT.fullmatch, cells))
    unclear = comma == point

    def read(text: str) -> int | None:
        if unclear and ((comma and not text.isdigit()) or _UNCLEAR.fullmatch(text)):
            raise CellFault(text)
        figure = number(plain_decimals(text) if comma else text)
        return round(counted(figure * scale, text)) or None if figure is not None else None

    return read
