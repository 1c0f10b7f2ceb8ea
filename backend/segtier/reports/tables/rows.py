"""What every reader of exported rows gives: column names and rows of cell texts, whatever client wrote the file.

Column declarations (`columns.py`) work on these values only, so one declaration reads CSV, spools, JSON, XML and XLSX.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import ClassVar, NamedTuple

LONGEST_CELL = 100_000
"""Characters; Excel itself takes 32,767."""
LONGEST_TAG = 1 << 20
"""Bytes of a tag in XML: expat looks through one that has not ended again with each piece."""
ROWS_AT_ONCE = 1024
_CHUNK = 1 << 20
FOOTER = re.compile(
    r"\s*(?:\d[\d.,]* +[^\W\d]+(?: +[^\W\d]+){1,2}\.?\s*$|no rows selected|SQL>|Elapsed:|spool\b|exit\b|disconnected from)",
    re.IGNORECASE,
)
"""What a client prints around the rows: `123 rows selected.` in any language, prompts, timings."""


class Line(NamedTuple):
    """One row with the line (from 1) it starts on."""

    number: int
    cells: list[str]


class Block(NamedTuple):
    """Some rows that follow each other, with the lines (from 1) they start on. Cells may be padded: `unpadded` is yet to do."""

    numbers: list[int]
    rows: list[list[str]]


class RowTable(ABC):
    """Column names as printed and the rows below them."""

    form: ClassVar[str]
    """What a message calls the file."""

    def __init__(self, columns: tuple[str, ...], header_line: int, cut: tuple[bool, ...] = ()) -> None:
        self.columns = columns
        self.header_line = header_line
        self.cut = cut or (False,) * len(columns)
        """Per column: its name may be cut to the column's width, as SQL*Plus does."""
        self.remarks: list[str] = []
        """What the reader had to leave out, known once the rows are read."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Column names for comparison."""
        return tuple(column_name(text) for text in self.columns)

    @abstractmethod
    def rows(self) -> Iterator[Line]:
        """Data rows, cells stripped; raises UnreadableInput where the file breaks off."""

    def blocks(self) -> Iterator[Block]:
        """The same rows, many at once, and few enough to stay near the processor."""
        rows = self.rows()
        while some := list(islice(rows, ROWS_AT_ONCE)):
            yield Block([line.number for line in some], [line.cells for line in some])

    @abstractmethod
    def place(self, line: Line, column: int) -> tuple[int | None, int | None]:
        """Line and column, from 1, of a cell; the column is None where the text cannot be found."""


def column_name(text: str) -> str:
    """Upper case, `_` for spaces, no quotes, no table alias: `sum(s.physical_reads_delta)`, `'physical reads'`.

    DBMS_XMLGEN writes `OBJ_x0023_` for `OBJ#`.
    """
    name = re.sub(r"\s+", "_", text.strip().strip("\"'`").strip()).upper().replace("_X0023_", "#")
    return re.sub(r"\b[A-Z]\w?\.", "", name)


def unpadded(cell: str) -> str:
    """The cell without the blanks a client fills it up with. A line break is no filling: it belongs to the value."""
    return cell.strip(" \t\u00a0")


def numbered_lines(text: str, first: int = 1) -> Iterator[tuple[int, str]]:
    """Lines of the text from line `first` on."""
    for number, line in enumerate(lines_of(text), start=1):
        if number >= first:
            yield number, line


def lines_of(text: str, *, ends: bool = False) -> Iterator[str]:
    """Without making a list of all of them; `ends`: with their line breaks."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _CHUNK) + 1 or len(text)
        yield from text[start:end].splitlines(ends)
        start = end


def offset_of_cell(line: str, cells: list[str], column: int) -> int | None:
    """Column (from 1) of a cell in its line: every cell before it is passed first."""
    at = 0
    for cell in cells[:column]:
        at = max(line.find(cell, at), 0) + len(cell) if cell else at
    found = line.find(cells[column], at) if cells[column] else -1
    return found + 1 if found >= 0 else None
