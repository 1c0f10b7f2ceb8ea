"""Where a figure came from: the report section and the row, so that anyone can look it up."""

from __future__ import annotations

from typing import NamedTuple

from segtier.dataclass import dataclass
from segtier.model.names import Sentence, Word

AS_WRITTEN = (
    "Upload the report as Oracle wrote it: a translation or a copy of the page changes the headings of its tables."
)
"""What to bring where headings are not Oracle's."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One table row of one input.

    `section` is the section's name as `sections[]` lists it, `occurrence` counts the tables of that section
    from 0, `row` counts its data rows from 0. The column is the section's `columns[field]`. `source` is the
    SHA-256 of the file where several files are joined; None means the document's own file.
    """

    section: Word
    occurrence: int = 0
    row: int = 0
    source: Word | None = None
    column: Word | None = None

    def of(self, sha256: str | None) -> Evidence:
        """The same; where it names no file, of that one."""
        # Spelled out: a million of them, and `replace` takes three times as long.
        return self if self.source else Evidence(self.section, self.occurrence, self.row, sha256, self.column)


class Cell(NamedTuple):
    """The cell of a field in a row; no field: the row."""

    evidence: Evidence
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Evidence resolved in the file: line and column count from 1; `raw_text` is the cell as printed."""

    section: str
    table_heading: str
    row: int
    column: str | None
    raw_text: str | None
    line: int | None
    column_in_line: int | None
    row_cells: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Warn:
    """Something a reader should know before trusting a figure; widens the estimate, never stops the work."""

    code: Word
    message: Sentence
    section: Word | None = None
    line: int | None = None
