"""The columns a kind of export understands, found by name in any case and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.reports.numbers import CellFault, impossible_id
from segtier.reports.tables.rows import Line, RowTable

_MOST_BAD_ROWS = 0.5
_ROWS_SHOWN = 3
_REMEMBERED = 50_000
_LEAST_CUT_NAME = 3


@dataclass(frozen=True, slots=True)
class Column:
    """A document field, the column names it goes by (upper case, the best first), and how a cell is read."""

    field: str
    names: tuple[str, ...]
    read: Callable[[str], Any]
    required: bool = False


class Row(NamedTuple):
    """One row's values by field, with its place in the file."""

    values: Mapping[str, Any]
    ordinal: int
    """Counts data rows from 0."""
    line: int


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one kind of export. `known` are names that may be there and are not used."""

    columns: tuple[Column, ...]
    known: frozenset[str] = frozenset()

    def missing(self, table: RowTable) -> tuple[str, ...]:
        """First names of the required columns that are not there."""
        there = self.places(table)
        return tuple(wanted.names[0] for wanted in self.columns if wanted.required and wanted.field not in there)

    def hits(self, table: RowTable) -> int:
        """How many required columns are there."""
        return sum(wanted.required for wanted in self.columns) - len(self.missing(table))

    def places(self, table: RowTable) -> dict[str, int]:
        """Column index of each field. A cut name counts where it can be the beginning of one field's name only."""
        places: dict[str, int] = {}
        for wanted in self.columns:
            index = next((table.names.index(name) for name in wanted.names if name in table.names), None)
            if index is not None:
                places[wanted.field] = index
        for index, name in self._cut_names(table, set(places.values())):
            fits = {one.field for one in self.columns if any(whole.startswith(name) for whole in one.names)}
            if len(fits) == 1 and not fits & places.keys():
                places[fits.pop()] = index
        return places

    def _cut_names(self, table: RowTable, used: set[int]) -> Iterator[tuple[int, str]]:
        for index, (name, cut) in enumerate(zip(table.names, table.cut, strict=True)):
            if cut and index not in used and len(name) >= _LEAST_CUT_NAME and name not in self.known:
                yield index, name

    def extra(self, table: RowTable) -> tuple[str, ...]:
        """Columns of the file that no field uses."""
        named = {name for wanted in self.columns for name in wanted.names} | self.known
        used = set(self.places(table).values())
        return tuple(
            printed
            for index, (printed, name) in enumerate(zip(table.columns, table.names, strict=True))
            if index not in used and name not in named
        )


@dataclass(slots=True)
class Reading:
    """Rows of an export with what could not be read."""

    table: RowTable
    columns: Columns
    section: str
    warnings: list[Warn] = field(default_factory=list)
    bad_lines: list[tuple[int, str]] = field(default_factory=list)
    """The first of them; `bad` counts all."""
    bad: int = 0
    good: int = 0

    def rows(self) -> Iterator[Row]:
        """Good rows; bad ones are counted. Raises UnreadableInput where there is no row or most are bad."""
        readers = self._readers()
        width = len(self.table.columns)
        for index, line in enumerate(self.table.rows()):
            cells = line.cells
            if len(cells) != width:
                self._reject(line, f"{len(cells)} value(s) for {width} columns")
                continue
            try:
                values = {name: known[cell] if (cell := cells[at]) in known else read(cell)
                          for name, at, known, read in readers}  # fmt: skip
            except CellFault as fault:
                self._reject(line, self._fault_of(line, fault))
                continue
            self.good += 1
            yield Row(values, index, line.number)
        self._judge()

    def _readers(self) -> list[tuple[str, int, dict[str, Any], Callable[[str], Any]]]:
        """(field, column, cells read before, how to read another one). Names repeat from row to row."""
        places = self.columns.places(self.table)
        readers = []
        for one in self.columns.columns:
            if one.field in places:
                known: dict[str, Any] = {}
                readers.append((one.field, places[one.field], known, _remembering(one, known)))
        return readers

    def _fault_of(self, line: Line, met: CellFault) -> str:
        """Raises UnreadableInput for an identifier beyond 64 bits."""
        places = self.columns.places(self.table)
        for one in self.columns.columns:
            if one.field not in places:
                continue
            heading = self.table.columns[places[one.field]]
            try:
                if one.read(line.cells[places[one.field]]) is None and one.required:
                    return f"{heading} is empty"
            except CellFault as fault:
                if fault.kind == "identifier":
                    raise impossible_id(fault.text, heading, section=self.section, line=line.number) from met
                told = "a figure no database has" if fault.kind == "impossible" else "no figure"
                return f"{fault.text[:40]!r} under {heading} is {told}"
        return "a cell cannot be read"

    def _reject(self, line: Line, reason: str) -> None:
        self.bad += 1
        if len(self.bad_lines) < _ROWS_SHOWN:
            self.bad_lines.append((line.number, reason))

    def _judge(self) -> None:
        if not self.good and not self.bad:
            raise UnreadableInput(
                f"the {self.table.form} has column names but no rows",
                code="no-rows",
                line=self.table.header_line,
                advice="Run the query as a user who sees the rows (SELECT_CATALOG_ROLE) and export again.",
            )
        if self.bad > (self.good + self.bad) * _MOST_BAD_ROWS:
            line, reason = self.bad_lines[0]
            message = f"{self.bad} of {self.good + self.bad} rows cannot be read; the first: {reason}"
            raise UnreadableInput(
                message, code="bad-rows", line=line, column=1, advice="Export the query again as CSV."
            )
        if self.bad:
            shown = "; ".join(f"line {line}: {reason}" for line, reason in self.bad_lines)
            message = f"{self.bad} row(s) left out: {shown}"
            self.warnings.append(Warn("row-skipped", message, self.section, self.bad_lines[0][0]))
        self.warnings.extend(Warn("several-tables", remark, self.section) for remark in self.table.remarks)

    def note_extra(self) -> None:
        extra = self.columns.extra(self.table)
        if extra:
            self.warnings.append(Warn("extra-columns", f"not used: {', '.join(extra[:50])}", self.section))


def _remembering(column: Column, known: dict[str, Any]) -> Callable[[str], Any]:
    read, required = column.read, column.required

    def read_once(cell: str) -> Any:
        value = read(cell)
        if value is None and required:
            raise CellFault(cell)
        if len(known) < _REMEMBERED:
            known[cell] = value
        return value

    return read_once
