"""The rows of a section's table: its cells into values, column by column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.reports import numbers
from segtier.reports.known_texts import KnownCells
from segtier.reports.numbers import CellFault, Reader, plain_decimals
from segtier.reports.sections.faults import Faults
from segtier.reports.tables.raw import RawTable
from segtier.reports.times import report_time

_TEXT_READERS = (numbers.words, numbers.yes_no, report_time)


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the document field it fills, the headings Oracle has printed over it, how its cells are read."""

    field: str
    headings: tuple[str, ...]
    read: Reader
    required: bool
    nth: int
    """Which of several columns with the same heading, from 0 (`Reqs per sec` stands over reads and over writes)."""
    fill: bool = False
    """An empty cell repeats the one above it, as Oracle leaves out repeated names."""


@dataclass(frozen=True, slots=True)
class Source:
    """What the rows of one table have in common."""

    section: str
    occurrence: int
    """Counts the section's tables from 0."""
    places: dict[str, int]
    """Column index of each field."""
    columns: tuple[str, ...]
    """The table's headings as printed."""


@dataclass(slots=True, eq=False)
class Row:
    """One data row with its values by field; None is an empty cell or an absent column."""

    values: dict[str, Any]
    cells: Sequence[str]
    index: int
    """Counts the table's data rows from 0."""
    source: Source

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        return self.values.get(name)

    @property
    def places(self) -> dict[str, int]:
        return self.source.places

    @property
    def columns(self) -> tuple[str, ...]:
        return self.source.columns

    @property
    def evidence(self) -> Evidence:
        return self.evidence_of(None)

    def evidence_of(self, column: str | None) -> Evidence:
        """Evidence of the row, or of the one cell under a heading."""
        return Evidence(self.source.section, self.source.occurrence, self.index, None, column)

    def raw(self, name: str) -> str:
        """The cell as printed, "" where the table has no such column."""
        place = self.source.places.get(name)
        return "" if place is None else self.cells[place]


@dataclass(frozen=True, slots=True)
class TableReader:
    """Reads the rows of one table as the columns of a section say; faults are gathered."""

    table: RawTable
    columns: Sequence[Column]
    ragged: bool
    source: Source
    known: KnownCells
    faults: Faults
    only: tuple[str, tuple[str, ...]] | None = None

    def rows(self) -> Iterator[Row | None]:
        """Each row that fits the headings; None for one of another section."""
        places = self.source.places
        printed = self.table.squeezed_columns
        found = [one for one in self.columns if one.field in places and printed[places[one.field]] in one.headings]
        numbered = self._whole_rows({places[one.field] for one in found if one.read in _TEXT_READERS})
        if not numbered:
            return
        indexes, cells = zip(*numbered, strict=True)
        texts = list(zip(*cells, strict=True))
        values: dict[str, Sequence[Any]] = {
            one.field: [None] * len(cells) for one in self.columns if one.field not in places
        }
        for one in found:
            known = self.known[one.read]
            read = list(map(known.__getitem__, texts[places[one.field]]))
            values[one.field] = _filled(read, indexes) if one.fill else read
        self._gather_faults(found, texts)
        fields = tuple(values)
        own = self._own(values, len(cells))
        for index, row, read_row, is_own in zip(indexes, cells, zip(*values.values(), strict=True), own, strict=True):
            yield Row(dict(zip(fields, read_row, strict=True)), row, index, self.source) if is_own else None

    def _own(self, values: dict[str, Sequence[Any]], rows: int) -> Sequence[bool]:
        """Which rows are the section's, where it shares its table with others."""
        if self.only is None:
            return [True] * rows
        field, names = self.only
        return [(value or "").lower() in names for value in values[field]]

    def _whole_rows(self, names: set[int]) -> list[tuple[int, Sequence[str]]]:
        """The rows that fit the headings, with their numbers; those that do not are faults."""
        width = len(self.table.columns)
        numbered: list[tuple[int, Sequence[str]]] = []
        for index, cells in enumerate(self.table.rows()):
            if len(cells) == width:
                numbered.append((index, cells))
            elif self.ragged:
                numbered.append((index, (cells + [""] * width)[:width]))
            else:
                self.faults.rows.append(index)
        if not self.table.decimal_comma:
            return numbered
        return [
            (index, [text if place in names else plain_decimals(text) for place, text in enumerate(cells)])
            for index, cells in numbered
        ]

    def _gather_faults(self, found: Sequence[Column], texts: Sequence[Sequence[str]]) -> None:
        """Cells that are no figures, in the order a reader of the page meets them."""
        met: list[tuple[int, int, str, CellFault]] = []
        for order, one in enumerate(found):
            place = self.source.places[one.field]
            faults = self.known[one.read].faults
            if faults and not faults.keys().isdisjoint(texts[place]):
                heading = self.source.columns[place]
                met += [(row, order, heading, faults[text]) for row, text in enumerate(texts[place]) if text in faults]
        for row, _, heading, fault in sorted(met, key=lambda one: one[:2]):
            self.faults.add(heading, fault, row)


def _filled(values: Sequence[Any], indexes: Sequence[int]) -> list[Any]:
    """Each unknown value as the one above it; below a row that was left out, which may have named another, unknown."""
    filled: list[Any] = []
    for at, value in enumerate(values):
        follows = at > 0 and indexes[at] == indexes[at - 1] + 1
        filled.append(value if value is not None or not follows else filled[-1])
    return filled
