"""Rows of an XLSX workbook, as SQL Developer exports them or a spreadsheet saves them, read as a stream.

The archive is checked before anything in it is taken apart (`zip_safety.py`); declared dimensions are not believed.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from segtier.errors import UnreadableInput
from segtier.reports.tables.rows import FOOTER, Line, RowTable, column_name
from segtier.reports.zip_safety import Budget, Limits, Reader, open_zip

_LIMITS = Limits(entries=2_000, member_bytes=1 << 30, total_bytes=1 << 30, ratio=400)
_STRINGS_MAX_BYTES = 64 << 20
_MOST_CELLS = 25_000_000
_MOST_COLUMNS = 2_000
_HEADER_WITHIN_ROWS = 60
_NAME = re.compile(r"['\"]?[A-Za-z][A-Za-z0-9_$#() /*.-]{0,60}['\"]?")
_ADVICE = "Save the sheet as CSV and upload that."
_SHEETS_PART = "xl/workbook.xml"


class Workbook(RowTable):
    """One sheet that has column names."""

    form = "workbook (an Office file)"

    def __init__(self, data: bytes, sheet: str, columns: tuple[str, ...], header_line: int) -> None:
        super().__init__(columns, header_line)
        self.sheet = sheet
        self._data = data

    def rows(self) -> Iterator[Line]:
        for number, cells in _sheet_rows(self._data, self.sheet):
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
            return _SHEETS_PART in parts.namelist()
    except UnreadableInput:
        return False


def workbook_tables(data: bytes) -> Iterator[Workbook]:
    """The sheets with column names, in their order. Raises UnreadableInput for a broken file."""
    _check_parts(data)
    for sheet in _sheet_names(data):
        for number, cells in _sheet_rows(data, sheet):
            if number > _HEADER_WITHIN_ROWS:
                break
            names = cells[: _used(cells)]
            if len(names) > 1 and all(_NAME.fullmatch(cell) for cell in names):
                yield Workbook(data, sheet, tuple(names), number)
                break


def _check_parts(data: bytes) -> None:
    """Every part unpacked once, counted and thrown away: sizes that a ZIP states are not believed."""
    file = Reader(io.BytesIO(data))
    budget = Budget(_LIMITS, len(data))
    with open_zip(file, _LIMITS) as parts:
        for part in parts.infolist():
            strings = part.filename.lower().endswith("sharedstrings.xml")
            size = budget.measure(parts, part, file)
            if strings and size > _STRINGS_MAX_BYTES:
                raise UnreadableInput("the workbook holds too much text", code="too-large", advice=_ADVICE)


def _sheet_names(data: bytes) -> list[str]:
    with _opened(data) as book:
        return [sheet.title for sheet in book.worksheets]


class _opened:  # noqa: N801 - used as a function
    """A workbook as openpyxl gives it, closed at the end, its faults as typed errors."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._book: Any = None

    def __enter__(self) -> Any:
        import openpyxl  # noqa: PLC0415 - takes 0.2 s, which reports need not wait for

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._book = openpyxl.load_workbook(io.BytesIO(self._data), read_only=True, data_only=True)
        except Exception as fault:  # openpyxl raises whatever its parts raise
            raise _broken(fault) from fault
        return self._book

    def __exit__(self, *_: object) -> None:
        self._book.close()


def _sheet_rows(data: bytes, sheet: str) -> Iterator[tuple[int, list[str]]]:
    """(row number, cell texts) of each row, empty ones too."""
    seen = 0
    with _opened(data) as book:
        rows = _raw_rows(book[sheet])
        while True:
            try:
                number, values = next(rows)
            except StopIteration:
                return
            except UnreadableInput:
                raise
            except Exception as fault:
                raise _broken(fault) from fault
            seen += len(values)
            if seen > _MOST_CELLS or len(values) > _MOST_COLUMNS:
                raise UnreadableInput(
                    f"the sheet has more than {_MOST_COLUMNS} columns or {_MOST_CELLS} cells",
                    code="too-large",
                    line=number,
                    advice=_ADVICE,
                )
            yield number, [_text(value) for value in values]


def _raw_rows(sheet: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
    sheet.reset_dimensions()
    yield from enumerate(sheet.iter_rows(values_only=True), start=1)


def _text(value: Any) -> str:
    """A cell as a client would print it: whole figures without a point, times in ISO form."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else repr(value)
    if isinstance(value, datetime | date):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return str(value)


def _used(cells: list[str]) -> int:
    """Cells up to the last one that holds something."""
    return next((at for at in range(len(cells), 0, -1) if cells[at - 1]), 0)


def _is_noise(cells: list[str], names: tuple[str, ...]) -> bool:
    used = cells[: _used(cells)]
    return (len(used) == 1 and FOOTER.match(used[0]) is not None) or tuple(map(column_name, used)) == names


def _broken(fault: Exception) -> UnreadableInput:
    if isinstance(fault, zipfile.BadZipFile | KeyError | ValueError | SyntaxError | TypeError):
        return UnreadableInput(f"the workbook is damaged: {fault}", code="bad-workbook", advice=_ADVICE)
    return UnreadableInput(
        f"the workbook cannot be read: {type(fault).__name__}: {fault}", code="bad-workbook", advice=_ADVICE
    )
