"""The columns a kind of export understands, found by name in any case and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.reports.numbers import CellFault, impossible_id
from segtier.reports.tables.rows import Block, Line, RowTable, unpadded

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
    read_plain: Callable[[Sequence[str]], list[Any] | None] | None = None
    """Many cells at once where all are of the plain form, else None: as `read` would, in a fifth of the time."""


class Row(NamedTuple):
    """One row's values by field, with its place in the file."""

    values: Mapping[str, Any]
    ordinal: int
    """Counts data rows from 0."""
    line: int


class Rows(NamedTuple):
    """Some rows that follow each other: the values of each field, and their places in the file."""

    values: Mapping[str, list[Any]]
    ordinals: Sequence[int]
    """Count data rows from 0."""
    lines: Sequence[int]


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
        for some in self.blocks():
            fields = some.values.keys()
            for values, ordinal, line in zip(zip(*some.values.values(), strict=True), *some[1:], strict=True):
                yield Row(dict(zip(fields, values, strict=True)), ordinal, line)

    def blocks(self) -> Iterator[Rows]:
        """The same, some thousands at once and column by column."""
        readers = self._readers()
        index = 0
        for block in self.table.blocks():
            ordinals = range(index, index + len(block.rows))
            index = ordinals.stop
            some = self._all_good(block, ordinals, readers) or self._good_ones(block, ordinals, readers)
            self.good += len(some.lines)
            if some.lines:
                yield some
        self._judge()

    def _all_good(self, block: Block, ordinals: range, readers: Sequence[_Reader]) -> Rows | None:
        """None where a row is bad."""
        if set(map(len, block.rows)) != {len(self.table.columns)}:
            return None
        cells = list(zip(*block.rows, strict=True))
        try:
            return Rows({one.field: one.column(cells[one.place]) for one in readers}, ordinals, block.numbers)
        except CellFault:
            return None

    def _good_ones(self, block: Block, ordinals: range, readers: Sequence[_Reader]) -> Rows:
        """Row by row."""
        found: dict[str, list[Any]] = {one.field: [] for one in readers}
        good: list[tuple[int, int]] = []
        for index, number, row in zip(ordinals, block.numbers, block.rows, strict=True):
            line = Line(number, [unpadded(cell) for cell in row])
            if len(row) != len(self.table.columns):
                self._reject(line, f"{len(row)} value(s) for {len(self.table.columns)} columns")
                continue
            try:
                values = [one.column([row[one.place]])[0] for one in readers]
            except CellFault as fault:
                self._reject(line, self._fault_of(line, fault))
                continue
            good.append((index, number))
            for column, value in zip(found.values(), values, strict=True):
                column.append(value)
        return Rows(found, [index for index, _ in good], [number for _, number in good])

    def _readers(self) -> list[_Reader]:
        places = self.columns.places(self.table)
        return [_Reader(one, places[one.field]) for one in self.columns.columns if one.field in places]

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


class _Reader:
    """Reads the cells of one column; remembers some, as names repeat from row to row."""

    def __init__(self, column: Column, place: int) -> None:
        self.field, self.place = column.field, place
        self._column = column
        self._known: dict[str, Any] = {}

    def column(self, cells: Sequence[str]) -> list[Any]:
        """Raises CellFault."""
        if self._column.read_plain is not None and (plain := self._column.read_plain(cells)) is not None:
            return plain
        known = self._known
        if len(known) > _REMEMBERED:
            known.clear()
        for cell in set(cells).difference(known):
            value = self._column.read(unpadded(cell))
            if value is None and self._column.required:
                raise CellFault(cell)
            known[cell] = value
        return list(map(known.__getitem__, cells))
