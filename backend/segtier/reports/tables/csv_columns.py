"""The columns a CSV kind understands, found by name in any case and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.reports.numbers import CellFault
from segtier.reports.tables.delimited import Delimited, Line

_MOST_BAD_ROWS = 0.5
_ROWS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class CsvColumn:
    """A document field, the column names it goes by (upper case), and how a cell is read."""

    field: str
    names: tuple[str, ...]
    read: Callable[[str], Any]
    required: bool = False


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row's values by field, with its place in the file."""

    values: Mapping[str, Any]
    index: int
    """Counts data rows from 0."""
    line: int


@dataclass(frozen=True, slots=True)
class CsvColumns:
    """The columns of one kind of CSV."""

    columns: tuple[CsvColumn, ...]

    def missing(self, table: Delimited) -> tuple[str, ...]:
        """First names of the required columns the header lacks."""
        names = set(table.names)
        return tuple(wanted.names[0] for wanted in self.columns if wanted.required and names.isdisjoint(wanted.names))

    def hits(self, table: Delimited) -> int:
        """How many required columns are there."""
        return sum(wanted.required for wanted in self.columns) - len(self.missing(table))

    def places(self, table: Delimited) -> dict[str, int]:
        """Column index of each field."""
        places: dict[str, int] = {}
        for wanted in self.columns:
            index = next((table.names.index(name) for name in wanted.names if name in table.names), None)
            if index is not None:
                places[wanted.field] = index
        return places

    def extra(self, table: Delimited) -> tuple[str, ...]:
        """Columns of the file that no field uses."""
        known = {name for wanted in self.columns for name in wanted.names}
        return tuple(printed for printed, name in zip(table.columns, table.names, strict=True) if name not in known)


@dataclass(slots=True)
class CsvReading:
    """Rows of a CSV with what could not be read."""

    table: Delimited
    columns: CsvColumns
    section: str
    warnings: list[Warn] = field(default_factory=list)
    bad_lines: list[tuple[int, str]] = field(default_factory=list)
    good: int = 0

    def rows(self) -> Iterator[CsvRow]:
        """Good rows; bad ones are gathered. Raises UnreadableInput where there is no row or most are bad."""
        places = self.columns.places(self.table)
        wanted = [(one, places[one.field]) for one in self.columns.columns if one.field in places]
        for index, line in enumerate(self.table.rows()):
            values = self._values(line, wanted)
            if values is not None:
                self.good += 1
                yield CsvRow(values, index, line.number)
        self._judge()

    def _values(self, line: Line, wanted: Sequence[tuple[CsvColumn, int]]) -> dict[str, Any] | None:
        if len(line.cells) != len(self.table.columns):
            cells, columns = len(line.cells), len(self.table.columns)
            self.bad_lines.append((line.number, f"{cells} value(s) for {columns} columns"))
            return None
        values: dict[str, Any] = {}
        for one, place in wanted:
            try:
                values[one.field] = one.read(line.cells[place])
            except CellFault as fault:
                self.bad_lines.append(
                    (line.number, f"{fault.text[:40]!r} under {self.table.columns[place]} is no figure")
                )
                return None
            if one.required and values[one.field] is None:
                self.bad_lines.append((line.number, f"{self.table.columns[place]} is empty"))
                return None
        return values

    def _judge(self) -> None:
        if not self.good and not self.bad_lines:
            raise UnreadableInput(
                "the CSV has column names but no rows",
                code="no-rows",
                line=self.table.header_line,
                advice="Run the query as a user who sees the rows (SELECT_CATALOG_ROLE) and export again.",
            )
        if len(self.bad_lines) > (self.good + len(self.bad_lines)) * _MOST_BAD_ROWS:
            line, reason = self.bad_lines[0]
            message = (
                f"{len(self.bad_lines)} of {self.good + len(self.bad_lines)} rows cannot be read; the first: {reason}"
            )
            raise UnreadableInput(
                message, code="bad-rows", line=line, column=1, advice="Export the query again as CSV."
            )
        if self.bad_lines:
            shown = "; ".join(f"line {line}: {reason}" for line, reason in self.bad_lines[:_ROWS_SHOWN])
            message = f"{len(self.bad_lines)} row(s) left out: {shown}"
            self.warnings.append(Warn("row-skipped", message, self.section, self.bad_lines[0][0]))

    def note_extra(self) -> None:
        extra = self.columns.extra(self.table)
        if extra:
            self.warnings.append(Warn("extra-columns", f"not used: {', '.join(extra)}", self.section))
