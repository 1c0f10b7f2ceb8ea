"""The one way a section is read: find its tables by heading, its columns by their headings, its rows by both.

A section file declares a `Section`; this module does the rest. A new Oracle layout is one more heading in a
declaration and one more case in `tests/cases/reports`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import Section as SectionState
from segtier.reports import numbers
from segtier.reports.numbers import CellFault, Reader, plain_decimals
from segtier.reports.sections.faults import Faults
from segtier.reports.tables.raw import Heading, Page, RawTable, normalise, squeeze
from segtier.reports.times import report_time

T = TypeVar("T")
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


def column(
    name: str,
    *headings: str,
    read: Reader = numbers.number,
    required: bool = False,
    nth: int = 0,
    fill: bool = False,
) -> Column:
    return Column(name, tuple(squeeze(heading) for heading in headings), read, required, nth, fill)


def key(name: str, *headings: str) -> Column:
    """A text column a table must have."""
    return column(name, *headings, read=numbers.words, required=True)


@dataclass(frozen=True, slots=True)
class Row:
    """One data row with its values by field; None is an empty cell or an absent column."""

    values: dict[str, Any]
    cells: list[str]
    places: dict[str, int]
    """Column index of each field."""
    columns: tuple[str, ...]
    """The table's headings as printed."""
    evidence: Evidence

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        return self.values.get(name)

    def raw(self, name: str) -> str:
        """The cell as printed, "" where the table has no such column."""
        place = self.places.get(name)
        return "" if place is None else self.cells[place]


Build = Callable[[Row], T | None]


@dataclass(frozen=True, kw_only=True)
class Section(Generic[T]):
    """What a report section looks like. `build` makes the document's value of a row, None leaves the row out."""

    name: str
    columns: tuple[Column, ...]
    build: Build[T]
    headings: tuple[str, ...] = ()
    """Headings or front-page titles it goes by besides its name; a trailing * takes any ending."""
    untitled: bool = False
    """Oracle prints no heading: found by its columns among the tables before the first section."""
    without: tuple[str, ...] = ()
    """Column headings that mark a look-alike of another section."""
    several: bool = False
    """Oracle spreads the section over several tables."""
    ragged: bool = False
    """Rows may be shorter than the heading."""
    since: str | None = None
    """First release that prints the section."""
    core: bool = False
    """Its absence weakens every forecast: warn."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What a section gave: its state for `sections[]`, its values, its warnings, and the tables it came from."""

    state: SectionState
    items: tuple[T, ...] = ()
    warnings: tuple[Warn, ...] = ()
    tables: tuple[RawTable, ...] = ()

    @property
    def found(self) -> bool:
        return self.state.state == "found"


def read_section(section: Section[T], page: Page) -> Reading[T]:
    """Read one section of a page; never raises, the state says what was there."""
    chosen = chosen_tables(section, page)
    if not chosen:
        return Reading(_absent(section, page))
    faults = Faults(section.name)
    items: list[T] = []
    rows = 0
    for occurrence, (table, places) in enumerate(chosen):
        for row in _rows(section, table, places, occurrence, faults):
            rows += 1
            item = section.build(row)
            if item is not None:
                items.append(item)
    columns = {name: table.columns[place] for table, places in reversed(chosen) for name, place in places.items()}
    if rows == 0 and faults.rows:
        message = "the rows do not fit the headings"
        return Reading(SectionState(section.name, "unreadable", None, columns, message), (), faults.warnings())
    broken = _broken_column(section, rows, faults)
    if broken is not None:
        message = f"no cell under {broken!r} is a figure"
        return Reading(SectionState(section.name, "unreadable", rows, columns, message), (), faults.warnings())
    state = SectionState(section.name, "found", rows, columns)
    return Reading(state, tuple(items), faults.warnings(), tuple(table for table, _ in chosen))


def chosen_tables(section: Section[T], page: Page) -> list[tuple[RawTable, dict[str, int]]]:
    """The tables a section is read from, in the order evidence counts them, with the column index of each field."""
    named = named_tables(section, page)
    matches = [(table, places) for table in named if (places := match_columns(section, table)) is not None]
    return matches if section.several else matches[:1]


def named_tables(section: Section[T], page: Page) -> Sequence[RawTable]:
    """Tables under the section's headings or titles, in page order; the front page's where it has no heading."""
    if section.untitled:
        return page.front
    found: dict[int, RawTable] = {}
    for heading in (section.name, *section.headings):
        for name in _names(heading, page):
            found.update((table.index, table) for table in page.by_name.get(name, ()))
    return [found[index] for index in sorted(found)]


def _names(heading: str, page: Page) -> Iterable[str]:
    wanted = normalise(heading)
    if not wanted.endswith("*"):
        return (wanted,)
    return (name for name in page.by_name if name.startswith(wanted[:-1]))


def match_columns(section: Section[T], table: RawTable) -> dict[str, int] | None:
    """Column index by field, or None where a required column is absent or a look-alike's is present.

    Two columns may fill one field in different releases (plain or in thousands): whichever is printed counts.
    """
    printed = table.squeezed_columns
    if any(squeeze(heading) in printed for heading in section.without):
        return None
    places: dict[str, int] = {}
    for wanted in section.columns:
        hits = [index for index, text in enumerate(printed) if text in wanted.headings]
        if len(hits) > wanted.nth:
            places[wanted.field] = hits[wanted.nth]
    if any(wanted.required and wanted.field not in places for wanted in section.columns):
        return None
    return places


def _rows(
    section: Section[T], table: RawTable, places: dict[str, int], occurrence: int, faults: Faults
) -> Iterable[Row]:
    width = len(table.columns)
    readers = [
        (wanted.field, places[wanted.field], wanted.read)
        for wanted in section.columns
        if wanted.field in places and table.squeezed_columns[places[wanted.field]] in wanted.headings
    ]
    absent = {wanted.field: None for wanted in section.columns if wanted.field not in places}
    names = {place for _, place, read in readers if read in _TEXT_READERS}
    filled = [wanted.field for wanted in section.columns if wanted.fill]
    above: dict[str, Any] = {}
    for index, printed in enumerate(table.rows()):
        cells = printed
        if len(cells) != width:
            if not section.ragged:
                faults.rows.append(index)
                continue
            cells = (printed + [""] * width)[:width]
        if table.decimal_comma:
            cells = [text if place in names else plain_decimals(text) for place, text in enumerate(cells)]
        values: dict[str, Any] = dict(absent)
        for name, place, read in readers:
            text = cells[place]
            try:
                values[name] = read(text) if text else None
            except CellFault as fault:
                values[name] = None
                faults.add(table.columns[place], fault)
        for name in filled:
            above[name] = values[name] = above.get(name) if values[name] is None else values[name]
        yield Row(values, cells, places, table.columns, Evidence(section.name, occurrence, index))


def _broken_column(section: Section[T], rows: int, faults: Faults) -> str | None:
    """A required column none of whose cells could be read: the table is not what its heading says."""
    required = {heading for wanted in section.columns if wanted.required for heading in wanted.headings}
    for heading, texts in faults.unreadable.items():
        if rows and len(texts) >= rows and squeeze(heading) in required:
            return heading
    return None


def _absent(section: Section[T], page: Page) -> SectionState:
    named = named_tables(section, page)
    if named and not section.untitled:
        printed = ", ".join(repr(text) for text in named[0].columns) or "none"
        message = f"the table's columns are not understood: {printed}"
        return SectionState(section.name, "unreadable", None, {}, message)
    heading = _heading(section, page)
    if heading is None:
        since = f"; Oracle prints it from release {section.since} on" if section.since else ""
        return SectionState(section.name, "missing", None, {}, f"the report has no such section{since}")
    said = heading.says_no_data()
    message = "the report says: no data exists for this section" if said else "the section holds no table"
    return SectionState(section.name, "missing", None, {}, message)


def _heading(section: Section[T], page: Page) -> Heading | None:
    for name in (section.name, *section.headings):
        wanted = normalise(name)
        for text, heading in page.heading_by_name.items():
            if text == wanted or (wanted.endswith("*") and text.startswith(wanted[:-1])):
                return heading
    return None
