"""Cells into numbers: suffixes, units, overflow, missing.

Every reader takes the cell's text and gives a value, None for an empty cell ("", "&#160;", "N/A"), or raises
CellFault: Oracle prints `####` where a figure does not fit, and a damaged file prints anything.
So is a figure that no database has (`units.MOST_COUNTED`, or below zero), and an identifier beyond 64 bits.
Counts are multiples of 1000 (`12.3K` waits), data of 1024 (`29.1T`), times end in us.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from segtier.errors import UnreadableInput
from segtier.units import GIB, KIB, MIB, MOST_COUNTED, MOST_ID, TIB, US_PER_MS, US_PER_S

Reader = Callable[[str], object]

_COUNT_SUFFIX = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15}
_DATA_SUFFIX = {"B": 1, "K": KIB, "M": MIB, "G": GIB, "T": TIB, "P": 1024 * TIB}
_TIME_UNIT_US = {
    "ns": 0.001,
    "us": 1.0,
    "ms": float(US_PER_MS),
    "cs": US_PER_S / 100,
    "s": float(US_PER_S),
    "m": 60.0 * US_PER_S,
    "min": 60.0 * US_PER_S,
    "h": 3600.0 * US_PER_S,
}
_NUMBER = re.compile(
    r"([+-]?)(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,9}))?\s*([A-Za-z%]*)", re.ASCII
)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d*)?", re.ASCII)
"""Commas part groups of three: anything else (`641,56`) is a figure of another number format, and never guessed."""
_SPACED = re.compile(r"[+-]?\d{1,3}(?:[\u00a0\u202f]\d{3})+(?!\d)", re.ASCII)
_NO_SPACES = {0xA0: None, 0x202F: None}
"""Blanks that part groups of three and break no line, as French pages have them."""
_DIGITS = "0123456789"
_PLAIN = _DIGITS + ".,"
"""A text of these characters only needs no pattern: nine cells in ten."""
_EMPTY = frozenset({"", "N/A", "n/a", "-"})
_LARGEST_EXPONENT = 30
_LONGEST_COUNT = len(str(MOST_COUNTED))
"""Fewer digits make no figure that is too large."""
_LONGEST_ID = 1 + len(str(MOST_ID))


Kind = Literal["unreadable", "overflow", "impossible", "identifier", "unclear"]
"""Of a cell that cannot be used: no figure, Oracle's `####`, a figure no database has, an identifier beyond 64 bits, a point or
comma that may part thousands or decimals."""


class CellFault(ValueError):
    """A cell that is neither empty nor a figure."""

    def __init__(self, text: str, kind: Kind = "unreadable") -> None:
        super().__init__(text)
        self.text = text
        self.kind = kind


def impossible_id(text: str, where: str, *, section: str | None = None, line: int | None = None) -> UnreadableInput:
    """A file whose identifiers are wrong may be of any database: it is refused as a whole."""
    return UnreadableInput(
        f"{text[:40]!r} under {where} is no identifier a database has: they have 64 bits",
        code="impossible-identifier",
        section=section,
        line=line,
        advice="Export it again, and upload the file as it was written.",
    )


def counted(figure: float, text: str) -> float:
    """The figure, where a database can have it. Raises CellFault."""
    if not 0 <= figure <= MOST_COUNTED:
        raise CellFault(text, "impossible")
    return figure


_SWAP = str.maketrans(",.", ".,")


def plain_decimals(text: str) -> str:
    """A figure of a session with decimal comma (`1.234,5`, or `1 234,5` with a blank that breaks no line) as others print it."""
    return (text.translate(_NO_SPACES) if _SPACED.match(text) else text).translate(_SWAP)


def split_number(text: str) -> tuple[float, str] | None:
    """(figure, suffix as printed), or None for an empty cell. Raises CellFault."""
    text = text.strip()
    if text in _EMPTY:
        return None
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise CellFault(text, "overflow" if text.startswith("#") else "unreadable")
    sign, digits, exponent, suffix = match.groups()
    figure = float(digits.replace(",", ""))
    if exponent:
        if abs(int(exponent)) > _LARGEST_EXPONENT:
            raise CellFault(text)
        figure *= 10.0 ** int(exponent)
    return counted(-figure if sign == "-" else figure, text), suffix


def number(text: str) -> float | None:
    """A plain or abbreviated figure: `1,234.5`, `.00`, `4.8E+08`, `27.9K`, `152.6%`."""
    if text and not text.strip(_PLAIN):
        if "," in text and _GROUPED.fullmatch(text) is None:
            raise CellFault(text)
        try:
            return counted(float(text.replace(",", "")), text)
        except ValueError as fault:
            raise fault if isinstance(fault, CellFault) else CellFault(text) from fault
    parts = split_number(text)
    if parts is None:
        return None
    figure, suffix = parts
    if suffix in ("", "%"):
        return figure
    scale = _COUNT_SUFFIX.get(suffix.upper())
    if scale is None:
        raise CellFault(text)
    return counted(round(figure * scale, 6), text)


def identifier(text: str) -> int | None:
    """The number of a database, snapshot or object."""
    digits = text.strip()
    if not digits.removeprefix("-").isdecimal():
        return count(text)
    if len(digits) > _LONGEST_ID or abs(int(digits)) > MOST_ID:
        raise CellFault(text, "identifier")
    return int(digits)


def count(text: str) -> int | None:
    """A whole number, perhaps abbreviated: `520,207`, `12.3K`, `4.8E+08`."""
    digits = text.replace(",", "")
    if 0 < len(digits) < _LONGEST_COUNT and not digits.strip(_DIGITS) and ("," not in text or _GROUPED.fullmatch(text)):
        return int(digits)
    figure = number(text)
    return None if figure is None else round(figure)


def whole_count(text: str) -> int | None:
    """A count whose column may be too narrow for its suffix: `616.4` is `616.4K` or `616.4M` cut off, so no figure."""
    parts = split_number(text)
    if parts is not None and not parts[1] and not parts[0].is_integer():
        raise CellFault(text, "overflow")
    return count(text)


def thousands(text: str) -> float | None:
    """A figure printed in thousands."""
    figure = number(text)
    return None if figure is None else counted(figure * 1000, text)


def data_bytes(text: str, plain: int = 1) -> int | None:
    """Bytes of a data figure with suffix, 1024 based: `29.1T`, `617M`; `plain` is the unit where none is printed."""
    parts = split_number(text)
    if parts is None:
        return None
    figure, suffix = parts
    scale = plain if not suffix else _DATA_SUFFIX.get(suffix[0].upper())
    if scale is None or suffix == "%":
        raise CellFault(text)
    return round(counted(figure * scale, text))


def mib(text: str) -> int | None:
    """Bytes of a figure in MB under a heading such as `Size for Est (M)`."""
    return data_bytes(text, MIB)


def gib(text: str) -> int | None:
    """Bytes of a figure in GB under a heading such as `Memory (GB)`."""
    return data_bytes(text, GIB)


def seconds(text: str) -> float | None:
    """Seconds under a heading such as `Time (s)`; abbreviated (`321.5K`) or with its own unit (`88.26 s`)."""
    try:
        return number(text)
    except CellFault:
        time_us = _time(text, float(US_PER_S))
        return None if time_us is None else time_us / US_PER_S


def milliseconds_us(text: str) -> float | None:
    """Microseconds of an average under `(ms)` or, from 12.2, with its own unit: `8.78`, `353.90us`, `.00ns`."""
    return _time(text, float(US_PER_MS))


def _time(text: str, plain_us: float) -> float | None:
    parts = split_number(text)
    if parts is None:
        return None
    figure, suffix = parts
    if not suffix:
        return counted(round(figure * plain_us, 6), text)
    scale = _TIME_UNIT_US.get(suffix.lower())
    if scale is None:
        scale = _COUNT_SUFFIX.get(suffix[0], 0) * (_TIME_UNIT_US.get(suffix[1:], 0.0) if suffix[1:] else plain_us)
    if not scale:
        raise CellFault(text)
    return counted(round(figure * scale, 6), text)


def resolution(text: str) -> float | None:
    """Half of the last printed digit, relative to the figure: 0.005 for `100`. None for an empty cell and for zero."""
    if text.isascii() and text.replace(".", "", 1).isdigit():
        figure = float(text)
        return 0.5 * 10.0 ** -len(text.partition(".")[2]) / figure if figure else None
    parts = split_number(text)
    if parts is None or parts[0] == 0:
        return None
    match = _NUMBER.fullmatch(text.strip())
    digits = match[2] if match else text
    decimals = len(digits.partition(".")[2])
    return 0.5 * 10.0**-decimals / float(digits.replace(",", ""))


def abbreviated(text: str) -> bool:
    """True for `27.9K` and `4.8E+08`: the figure is rounded more than its column tells."""
    text = text.strip()
    return bool(text) and (text[-1] in _COUNT_SUFFIX or "E+" in text.upper())


def as_given(text: str) -> str | None:
    """A name as an export gives it, blanks and line breaks within it too; None for an empty cell."""
    return text or None


def words(text: str) -> str | None:
    """Text with its white space collapsed; None for an empty cell."""
    return " ".join(text.split()) or None


def yes_no(text: str) -> bool | None:
    """YES or NO as Oracle prints it."""
    answer = text.strip().upper()
    if answer in ("YES", "Y"):
        return True
    if answer in ("NO", "N"):
        return False
    if answer in ("", "N/A"):
        return None
    raise CellFault(text)
