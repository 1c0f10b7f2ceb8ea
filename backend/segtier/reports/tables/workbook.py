"""Rows of an XLSX workbook, as SQL Developer exports them or a spreadsheet saves them, read as a stream.

The archive is checked before anything in it is taken apart (`zip_safety.py`); declared dimensions are not believed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from segtier.errors import UnreadableInput
from segtier.reports.tables.rows import FOOTER, Line, RowTable, column_name
from segtier.reports.tables.workbook_parts import WORKBOOK, Sheet
from segtier.reports.tables.workbook_rows import Book
from segtier.reports.zip_safety import Budget, Limits, Reader, open_zip

_LIMITS = Limits(entries=2_000, member_bytes=1 << 30, total_bytes=1 << 30, ratio=400)
_HEADER_WITHIN_ROWS = 60
_NAME = re.compile(r"['\"]?[A-Za-z][A-Za-z0-9_$#() /*.-]{0,60}['\"]?")


class Workbook(RowTable):
    """One sheet that has column names."""

    form = "workbook (an Office file)"

    def __init__(self, book: Book, sheet: Sheet, columns: tuple[str, ...], header_line: int) -> None:
        super().__init__(columns, header_line)
        self._book = book
        self._sheet = sheet

    @property
    def sheet(self) -> str:
        return self._sheet.title

    def rows(self) -> Iterator[Line]:
        for number, cells in self._book.rows(self._sheet):
            if number <= self.header_line or not any(cells) or _is_noise(cells, self.names):
                continue
            width = len(self.columns)
            yield Line(number, (cells + [""] * (width - len(cells)))[: max(width, _used(cells))])

    def place(self, line: Line, column: int) -> tuple[int | None, int | None]:
        """The sheet's own row and column numbers."""
        return line.number, column + 1


def is_workbook(data: bytes) -> bool:
    """Whether a ZIP is an XLSX or XLSM file."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with open_zip(io.BytesIO(data), _LIMITS) as parts:
            return WORKBOOK in parts.namelist()
    except UnreadableInput:
        return False


def workbook_tables(data: bytes) -> Iterator[Workbook]:
    """The sheets with column names, in their order. Raises UnreadableInput for a broken file."""
    _check_parts(data)
    book = Book(open_zip(io.BytesIO(data), _LIMITS))
    for sheet in book.sheets:
        for number, cells in book.rows(sheet):
            if number > _HEADER_WITHIN_ROWS:
                break
            names = cells[: _used(cells)]
            if len(names) > 1 and all(_NAME.fullmatch(cell) for cell in names):
                yield Workbook(book, sheet, tuple(names), number)
                break


def _check_parts(data: bytes) -> None:
    """Every part unpacked once, counted and thrown away: sizes that a ZIP states are not believed."""
    file = Reader(io.BytesIO(data))
    budget = Budget(_LIMITS, len(data))
    with open_zip(file, _LIMITS) as parts:
        for part in parts.infolist():
            budget.measure(parts, part, file)


def _used(cells: list[str]) -> int:
    """Cells up to the last one that holds something."""
    return next((at for at in range(len(cells), 0, -1) if cells[at - 1]), 0)


def _is_noise(cells: list[str], names: tuple[str, ...]) -> bool:
    used = cells[: _used(cells)]
    return (len(used) == 1 and FOOTER.match(used[0]) is not None) or tuple(map(column_name, used)) == names
