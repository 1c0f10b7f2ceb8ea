"""The rows of one sheet of a workbook: those that are there, as a client would print their cells."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache

from segtier.reports.tables.rows import LONGEST_CELL, unpadded
from segtier.reports.tables.workbook_parts import (
    Contents,
    DateStyles,
    Handler,
    Sheet,
    Strings,
    pieces,
    too_large,
    unescaped,
)
from segtier.units import counted

_MOST_CELLS = 25_000_000
_MOST_COLUMNS = 2_000
_LONGEST_NUMBER = 400
_MOST_DAYS = 2_958_466
"""Excel's calendar ends with the year 9999."""
Numbered = tuple[int, list[str]]
"""Row number as the sheet has it, and the texts of its cells up to the last one."""


class Book:
    """An opened workbook. Strings and formats are read when a sheet is first read."""

    def __init__(self, parts: zipfile.ZipFile) -> None:
        """Raises UnreadableInput."""
        self._parts = parts
        contents = Contents(parts)
        self.sheets: list[Sheet] = contents.sheets
        self.from_1904 = contents.from_1904
        self.styles = DateStyles(parts, contents.styles)
        self.strings = Strings(parts, contents.strings).texts

    def rows(self, sheet: Sheet) -> Iterator[Numbered]:
        """Rows in the order of the sheet. Raises UnreadableInput."""
        handler = _Sheet(self)
        for _ in pieces(self._parts, sheet.path, handler):
            yield from handler.done
            handler.done.clear()


class _Sheet(Handler):
    """Gathers the rows of a sheet, one piece of the part at a time."""

    def __init__(self, book: Book) -> None:
        self.done: list[Numbered] = []
        self._book = book
        self._number = 0
        self._cells: list[str] = []
        self._seen = 0
        self._column = -1
        self._kind = "n"
        self._style = 0
        self._pieces: list[str] = []
        self._length: int
        """Of the cell that is being read; each begins with 0."""
        self._inside = False
        self._spoken = False
        """Inside of how a text is pronounced, which is no part of it."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "c":
            at = attributes.get("r")
            self._column = len(self._cells) if at is None else _column_of(at)
            self._kind, self._style = attributes.get("t", "n"), _whole(attributes.get("s"))
            self._pieces.clear()
            self._length = 0
        elif tag in ("v", "t"):
            self._inside = self._column >= 0 and not self._spoken
        elif tag == "rPh":
            self._spoken = True
        elif tag == "row":
            self._number = _whole(attributes.get("r")) or self._number + 1
            self._cells = []

    def text(self, text: str) -> None:
        if self._inside:
            self._length += len(text)
            if self._length > LONGEST_CELL:
                raise too_large(f"has a cell of more than {LONGEST_CELL} characters", self._number)
            self._pieces.append(text)

    def end(self, tag: str) -> None:
        if tag == "c":
            self._close_cell()
        elif tag in ("v", "t"):
            self._inside = False
        elif tag == "rPh":
            self._spoken = False
        elif tag == "row":
            self._seen += 1 + len(self._cells)
            if self._seen > _MOST_CELLS:
                raise too_large(f"has more than {_MOST_CELLS} cells", self._number)
            self.done.append((self._number, self._cells))

    def _close_cell(self) -> None:
        printed = unpadded(unescaped("".join(self._pieces)))
        if not printed:
            return
        if self._column >= _MOST_COLUMNS:
            raise too_large(f"has more than {_MOST_COLUMNS} columns", self._number)
        missing = self._column + 1 - len(self._cells)
        self._cells.extend([""] * missing)
        self._cells[self._column] = self._value(printed)

    def _value(self, printed: str) -> str:
        """As a client would print it: whole figures without a point, times in ISO form."""
        match self._kind:
            case "s":
                number = _whole(printed)
                return self._book.strings[number] if number < len(self._book.strings) else ""
            case "n":
                return _time(printed, self._style, self._book) or _figure(printed)
            case "b":
                return str(printed == "1")
        return printed.replace("T", " ", 1) if self._kind == "d" else printed


def _figure(printed: str) -> str:
    if len(printed) > _LONGEST_NUMBER or not printed.strip("0123456789"):
        return printed
    try:
        value = float(printed)
        return f"{value:.0f}" if value.is_integer() else repr(value)
    except ValueError:
        return printed


def _time(printed: str, style: int, book: Book) -> str | None:
    """The time a number stands for; None where its cell shows a number."""
    if style not in book.styles.dates:
        return None
    from openpyxl.utils import datetime as excel  # noqa: PLC0415 - takes 0.2 s, which reports need not wait for

    try:
        days = float(printed)
        if not 0 <= days < _MOST_DAYS:
            return None
        epoch = excel.CALENDAR_MAC_1904 if book.from_1904 else excel.CALENDAR_WINDOWS_1900
        value = excel.from_excel(days, epoch, timedelta=style in book.styles.spans)
    except (ValueError, OverflowError):
        return None
    if isinstance(value, datetime | date):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return str(value)


def _whole(text: str | None) -> int:
    """0 for anything that is no number of a row, a style or a string."""
    return counted(text, 11) or 0


@lru_cache(maxsize=_MOST_COLUMNS)
def _letters(text: str) -> int:
    place = 0
    for letter in text:
        place = place * 26 + ord(letter) - 64
    return place - 1


def _column_of(reference: str) -> int:
    """`AB12` is column 27, counted from 0; beyond all columns where it is no reference."""
    letters = reference.rstrip("0123456789").upper()
    known = 0 < len(letters) <= 3 and letters.isascii() and letters.isalpha()
    return _letters(letters) if known else _MOST_COLUMNS
