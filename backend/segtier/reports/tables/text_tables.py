"""Headings and tables of a plain-text page: the rulers of a table, and the lines below them from all its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property

from segtier.dataclass import dataclass
from segtier.reports.tables.raw import normalise, squeeze
from segtier.reports.tables.text_cutting import Cell, Record
from segtier.reports.tables.text_lines import Line
from segtier.reports.tables.text_rows import LABEL_FROM, PDB_HEADING, Level, RowReader, pairs_of
from segtier.reports.tables.text_statements import COMPARED, MORE_HEADINGS, TITLE, id_column, statement_records


@dataclass(eq=False)
class TextHeading:
    """The title of a report (level 1) or of a section (level 3)."""

    text: str
    level: int
    no_data: bool = False

    def says_no_data(self) -> bool:
        return self.no_data


@dataclass(eq=False)
class TextTable:
    """One table: its rulers, and the lines below them from all its pages."""

    index: int
    """Counts the page's tables from 0."""
    heading: TextHeading | None
    title: str
    notes: tuple[str, ...]
    levels: list[Level]
    lines: list[Line] = field(default_factory=list)
    decimal_comma: bool = False
    wraps: bool = False
    """Texts that do not fit go on in the next line."""
    fills: bool = False
    """A key that repeats is left out."""
    continued: bool = False
    """It stands under a repeated title, at the top of a page."""
    cut: bool = False
    """The report breaks off inside this table: its last row may not be whole."""

    @property
    def label(self) -> bool:
        """Labels stand left of the ruler, as on the front page."""
        return len(self.levels) == 1 and self.levels[0].spans[0][0] >= LABEL_FROM

    @property
    def of_statements(self) -> bool:
        """Each row is followed by the text of an SQL statement."""
        return self.heading is not None and normalise(self.heading.text).startswith((TITLE, COMPARED))

    @property
    def names_at(self) -> int | None:
        """The column that names statements, where each row is followed by the text of one."""
        return id_column(self.levels) if self.of_statements and not self.label else None

    @cached_property
    def records(self) -> list[Record]:
        found = self._records(self.lines)
        return found[:-1] if self.cut else found

    def _records(self, lines: Sequence[Line]) -> list[Record]:
        if not self.levels:
            return list(pairs_of(lines))
        if self.names_at is not None:
            return statement_records(self.levels[0], self.names_at, lines)
        return RowReader(self.levels, self.label, self.wraps, self.fills).read(lines)

    def has_rows(self) -> bool:
        """The lines of a first row tell, where they hold one: no further line makes it none."""
        first = self._records(self.lines[: max(len(self.levels), 1) + self.cut])
        found = first if len(first) > self.cut else self.records
        return bool(found) and not found[0].bad

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Headings under the tables' rulers; labels and what stands behind the last column have an empty one.

        Without any ruler: label and `Value`, twice.
        """
        if not self.levels:
            return ("", "Value", "", "Value")
        named = (("",) if self.label else ()) + tuple(text for level in self.levels for text in level.headings)
        if self.names_at is not None:
            return (*named, *MORE_HEADINGS)
        more = max((len(record.texts) for record in self.records), default=0) - len(named)
        if more <= 0:
            return named
        return (*named, *([""] * more)) if self.label else (*named, PDB_HEADING)

    @cached_property
    def squeezed_columns(self) -> tuple[str, ...]:
        return tuple(squeeze(text) for text in self.columns)

    def rows(self) -> Iterator[list[str]]:
        """Rows as cell texts; a row whose lines could not be cut safely has no cells."""
        width = len(self.columns)
        for record in self.records:
            texts = record.texts
            yield [] if record.bad else texts + [""] * (width - len(texts))

    def cell(self, row: int, column: int) -> Cell | None:
        """A cell with its place; None where there is none."""
        cells = self.records[row].cells if 0 <= row < len(self.records) else []
        return cells[column] if 0 <= column < len(cells) else None

    def place(self, text: str, row: int, column: int) -> tuple[int | None, int | None]:
        del text
        cell = self.cell(row, column)
        if cell is None or cell.line is None:
            return None, None
        return cell.line, cell.column + 1
