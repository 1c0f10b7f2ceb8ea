"""Delimited text into a header and rows, as SQL Developer, SQL*Plus (`set markup csv on`) and spreadsheets write it.

Tolerates what spools add: prompts and blank lines before the header, the header again on every page, and
"123 rows selected." at the end.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass

from segtier.errors import UnreadableInput

_DELIMITERS = ",;\t|"
_HEADER_WITHIN_LINES = 60
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_$#() /*.-]{0,60}")
_FOOTER = re.compile(
    r"\s*(?:(?:\d[\d.,]*|no) (?:rows?|lines?) selected|SQL>|Elapsed:|spool|exit\b|disconnected from)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Line:
    """One row with the line (from 1) it starts on."""

    number: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Delimited:
    """A delimited file: its column names as printed, and its rows."""

    columns: tuple[str, ...]
    header_line: int
    delimiter: str
    text: str

    @property
    def names(self) -> tuple[str, ...]:
        """Column names for comparison: upper case, `_` for spaces."""
        return tuple(column_name(text) for text in self.columns)

    def rows(self) -> Iterator[Line]:
        """Rows below the header; blank lines, repeated headers and the spool's own lines are left out."""
        lines = self.text.splitlines()[self.header_line :]
        reader = csv.reader(lines, delimiter=self.delimiter)
        start = self.header_line
        try:
            for cells in reader:
                number, start = start + 1, self.header_line + reader.line_num
                if not any(cell.strip() for cell in cells) or _is_noise(cells, self):
                    continue
                yield Line(number, [cell.strip() for cell in cells])
        except csv.Error as fault:
            raise UnreadableInput(
                f"the CSV breaks off: {fault}", code="bad-csv", line=start + 1, advice="Export the query again."
            ) from fault


def column_name(text: str) -> str:
    return re.sub(r"\s+", "_", text.strip().strip('"').strip()).upper()


def _is_noise(cells: list[str], table: Delimited) -> bool:
    if len(cells) == 1 and (_FOOTER.match(cells[0]) or set(cells[0].strip()) <= set("-= ")):
        return True
    return tuple(column_name(cell) for cell in cells) == table.names


def header_of(text: str) -> Delimited | None:
    """The first line that reads as column names with a delimiter between them; None where there is none."""
    for index, line in enumerate(text[:200_000].splitlines()[:_HEADER_WITHIN_LINES]):
        delimiter = max(_DELIMITERS, key=line.count)
        if not line.count(delimiter) or _FOOTER.match(line):
            continue
        cells = next(csv.reader([line], delimiter=delimiter), [])
        if len(cells) > 1 and all(_NAME.fullmatch(cell.strip()) for cell in cells):
            return Delimited(tuple(cell.strip() for cell in cells), index + 1, delimiter, text)
    return None
