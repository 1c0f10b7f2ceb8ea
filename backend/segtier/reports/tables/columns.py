"""The columns a kind of export understands, found by name in any case and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import compress, pairwise
from operator import itemgetter, ne
from typing import Any, NamedTuple

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.plurals import plural
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
    lasting: Mapping[str, list[Any]] = {}
    """Values of the fields that last (`Columns.lasting`), once for each run of rows that agree in them; not among `values`."""
    lengths: Sequence[int] = ()
    """Of these runs."""


_FAULTS = {
    "impossible": "a figure no database has",
    "unclear": "unclear: its sign may part thousands or decimals",
}
_MADE_CLEAR = "Export sizes in bytes (column BYTES), or with two decimals: ROUND(bytes/1024/1024, 2)."


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one kind of export. `known` are names that may be there and are not used."""

    columns: tuple[Column, ...]
    known: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()
    """Fields that most rows repeat from the row before: they are read once for all of these."""

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
            rows = zip(*some.values.values(), strict=True)
            for values, ordinal, line in zip(rows, some.ordinals, some.lines, strict=True):
                yield Row(dict(zip(fields, values, strict=True)), ordinal, line)

    def blocks(self) -> Iterator[Rows]:
        """The same, many at once and column by column; with what lasts of the columns that last."""
        places = self.columns.places(self.table)
        readers = [_Reader(one, places[one.field]) for one in self.columns.columns if one.field in places]
        index = 0
        for block in self.table.blocks():
            ordinals = range(index, index + len(block.rows))
            index = ordinals.stop
            some = self._all_good(block, ordinals, readers) or self._good_ones(block, ordinals, readers)
            self.good += len(some.lines)
            if some.lines:
                yield some
        self._judge()

    def _all_good(self, block: Block, ordinals: Sequence[int], readers: Sequence[_Reader]) -> Rows | None:
        """None where a row is bad."""
        if set(map(len, block.rows)) != {len(self.table.columns)}:
            return None
        lasting = [one for one in readers if one.field in self.columns.lasting]
        try:
            values = {one.field: one.of(block.rows) for one in readers if one.field not in self.columns.lasting}
            if not lasting:
                return Rows(values, ordinals, block.numbers)
            starts = _starts(block.rows, lasting)
            first = [block.rows[at] for at in starts]
            lengths = [end - start for start, end in pairwise((*starts, len(block.rows)))]
            return Rows(values, ordinals, block.numbers, {one.field: one.of(first) for one in lasting}, lengths)
        except CellFault:
            return None

    def _good_ones(self, block: Block, ordinals: Sequence[int], readers: Sequence[_Reader]) -> Rows:
        """Without the bad ones, which are told apart row by row."""
        good: list[int] = []
        for at, (number, row) in enumerate(zip(*block, strict=True)):
            line = Line(number, [unpadded(cell) for cell in row])
            if len(row) != len(self.table.columns):
                self._reject(line, f"{len(row)} value(s) for {len(self.table.columns)} columns")
                continue
            try:
                for one in readers:
                    one.of([row])
                good.append(at)
            except CellFault as fault:
                self._reject(line, self._fault_of(line, fault))
        kept = Block([block.numbers[at] for at in good], [block.rows[at] for at in good])
        found = self._all_good(kept, [ordinals[at] for at in good], readers)
        return found or Rows({}, (), ())

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
                return f"{fault.text[:40]!r} under {heading} is {_FAULTS.get(fault.kind, 'no figure')}"
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
            message = f"{self.bad} of {plural(self.good + self.bad, 'row')} cannot be read; the first: {reason}"
            advice = _MADE_CLEAR if reason.endswith(_FAULTS["unclear"]) else "Export the query again as CSV."
            raise UnreadableInput(message, code="bad-rows", line=line, column=1, advice=advice)
        if self.bad:
            shown = "; ".join(f"line {line}: {reason}" for line, reason in self.bad_lines)
            message = f"{self.bad} row(s) left out: {shown}"
            self.warnings.append(Warn("row-skipped", message, self.section, self.bad_lines[0][0]))
        self.warnings.extend(
            Warn("several-tables", remark, self.section) for remark in dict.fromkeys(self.table.remarks)
        )

    def note_extra(self) -> None:
        extra = self.columns.extra(self.table)
        if extra:
            self.warnings.append(Warn("extra-columns", f"not used: {', '.join(extra[:50])}", self.section))


def _starts(rows: Sequence[Sequence[str]], lasting: Sequence[_Reader]) -> list[int]:
    """The rows that begin a run of rows that agree in these columns."""
    cells = list(map(itemgetter(*(one.place for one in lasting)), rows))
    return [0, *compress(range(1, len(rows)), map(ne, cells[1:], cells))]


class _Reader:
    """Reads the cells of one column; remembers some, as names repeat from row to row."""

    def __init__(self, column: Column, place: int) -> None:
        self.field, self.place = column.field, place
        self._plain = column.read_plain
        self._known = _Known(column)

    def of(self, rows: Sequence[Sequence[str]]) -> list[Any]:
        """Raises CellFault."""
        cells = list(map(itemgetter(self.place), rows))
        if self._plain is not None and (plain := self._plain(cells)) is not None:
            return plain
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        return list(map(self._known.__getitem__, cells))


class _Known(dict[str, Any]):
    """What cells say, each read when it is first met."""

    def __init__(self, column: Column) -> None:
        super().__init__()
        self._read, self._required = column.read, column.required

    def __missing__(self, cell: str) -> Any:
        value = self._read(unpadded(cell))
        if value is None and self._required:
            raise CellFault(cell)
        self[cell] = value
        return value
