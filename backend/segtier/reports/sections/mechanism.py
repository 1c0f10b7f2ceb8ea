"""The one way a section is read: find its tables by heading, its columns by their headings, its rows by both.

A section file declares a `Section`; this module does the rest. A new Oracle layout is one more heading in a
declaration and one more case in `tests/cases/reports`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Generic, TypeVar

from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.workload import Section as SectionState
from segtier.plurals import plural
from segtier.reports import numbers
from segtier.reports.numbers import Reader
from segtier.reports.sections.faults import Faults
from segtier.reports.sections.rows import Column, Row, Source, TableReader
from segtier.reports.tables.raw import Heading, Page, RawTable, normalise, squeeze

__all__ = ["Build", "Column", "Reading", "Row", "Section", "chosen_tables", "column", "key", "read_section"]

T = TypeVar("T")


def column(
    name: str,
    *headings: str,
    read: Reader = numbers.number,
    required: bool = False,
    nth: int = 0,
    fill: bool = False,
) -> Column:
    return Column(name, tuple(dict.fromkeys(map(squeeze, headings))), read, required, nth, fill)


def key(name: str, *headings: str) -> Column:
    """A text column a table must have."""
    return column(name, *headings, read=numbers.words, required=True)


Build = Callable[[Row], T | None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Section(Generic[T]):
    """What a report section looks like. `build` makes the document's value of a row, None leaves the row out."""

    name: str
    columns: tuple[Column, ...]
    build: Build[T]
    headings: tuple[str, ...] = ()
    """Headings or front-page titles it goes by besides its name; a * stands for any words (`Top * Timed*`)."""
    untitled: bool = False
    """Oracle prints no heading: found by its columns among the tables before the first section."""
    bare: bool = False
    """Its heading may be lost: then found by its columns among the tables before the first section."""
    without: tuple[str, ...] = ()
    """Column headings that mark a look-alike of another section."""
    fits: Callable[[tuple[str, ...], dict[str, int]], bool] | None = None
    """A further test of a table's columns, where what they mean hangs together."""
    several: bool = False
    """Oracle spreads the section over several tables."""
    only: tuple[str, tuple[str, ...]] | None = None
    """It shares its table with other sections: (field, its values in lower case) of the rows that are its own."""
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

    @property
    def whole(self) -> bool:
        """No row is lost: none was left out, and the file does not break off inside."""
        left_out = any(warning.code == "row-skipped" for warning in self.warnings)
        return not left_out and not any(getattr(table, "cut", False) for table in self.tables)


def read_section(section: Section[T], page: Page) -> Reading[T]:
    """Read one section of a page; the state says what was there.

    Raises UnreadableInput for an identifier no database has.
    """
    chosen = chosen_tables(section, page)
    if not chosen:
        return Reading(_absent(section, page))
    faults = Faults(section.name, others=_other_columns(section, page, chosen))
    items: list[T] = []
    rows = 0
    for occurrence, (table, places) in enumerate(chosen):
        source = Source(section.name, occurrence, places, table.columns)
        for row in TableReader(table, section.columns, section.ragged, source, page.known, faults, section.only).rows():
            rows += 1
            item = None if row is None else section.build(row)
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
    matches = _matching(section, named_tables(section, page))
    if not matches and section.bare:
        matches = _matching(section, page.front)
    return without_copies(matches) if section.several else matches[:1]


def _other_columns(section: Section[T], page: Page, chosen: list[tuple[RawTable, dict[str, int]]]) -> list[str]:
    """Columns of parts that stand under the same heading as a part that is read, and lack some of its fields.

    Oracle prints the same columns over each page of a section: the heading of such a part is damaged.
    """
    if not section.several:
        return []
    fields: dict[Heading | None, set[str]] = {}
    for table, places in chosen:
        fields.setdefault(table.heading, set()).update(places)
    return [
        ", ".join(filter(None, table.columns)) or "none that can be told"
        for table in named_tables(section, page)
        if table.heading in fields and fields[table.heading] - (match_columns(section, table) or {}).keys()
    ]


def _matching(section: Section[T], tables: Iterable[RawTable]) -> list[tuple[RawTable, dict[str, int]]]:
    return [(table, places) for table in tables if (places := match_columns(section, table)) is not None]


def without_copies(tables: list[tuple[RawTable, dict[str, int]]]) -> list[tuple[RawTable, dict[str, int]]]:
    """The tables without those that print another's rows again under the same heading, as a doubled section does."""
    kept: dict[tuple[str, tuple[str, ...]], list[RawTable]] = {}
    chosen: list[tuple[RawTable, dict[str, int]]] = []
    for table, places in tables:
        heading = table.heading.text if table.heading is not None else ""
        alike = kept.setdefault((heading, table.columns), [])
        if not any(list(one.rows()) == list(table.rows()) for one in alike):
            alike.append(table)
            chosen.append((table, places))
    return chosen


def named_tables(section: Section[T], page: Page) -> Sequence[RawTable]:
    """Tables under the section's headings or titles, in page order; the front page's where it has no heading."""
    if section.untitled:
        return page.front
    found: dict[int, RawTable] = {}
    for heading in (section.name, *section.headings):
        for name in _alike(page.by_name, heading):
            found.update((table.index, table) for table in page.by_name.get(name, ()))
    return [found[index] for index in sorted(found)]


def _alike(names: Iterable[str], heading: str) -> Iterable[str]:
    """The names that a heading stands for; itself, where it has no *."""
    wanted = normalise(heading)
    begin, star, _ = wanted.partition("*")
    return (name for name in names if name.startswith(begin) and fnmatchcase(name, wanted)) if star else (wanted,)


def match_columns(section: Section[T], table: RawTable) -> dict[str, int] | None:
    """Column index by field, or None where a required column is absent or a look-alike's is present.

    Two columns may fill one field in different releases (plain or in thousands): whichever is printed counts.
    """
    none: list[int] = []
    at: dict[str, list[int]] = {}
    for index, text in enumerate(table.squeezed_columns):
        at.setdefault(text, []).append(index)
    if any(squeeze(heading) in at for heading in section.without):
        return None
    places: dict[str, int] = {}
    for wanted in section.columns:
        hits = at.get(wanted.headings[0], none)
        if len(wanted.headings) > 1:
            hits = sorted([index for heading in wanted.headings for index in at.get(heading, none)])
        if len(hits) > wanted.nth:
            places[wanted.field] = hits[wanted.nth]
    if any(wanted.required and wanted.field not in places for wanted in section.columns):
        return None
    return places if section.fits is None or section.fits(table.columns, places) else None


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
    if section.untitled and page.unknown_front:
        message = (
            f"{plural(page.unknown_front, 'table of the front page has', 'tables of the front page have')} "
            "columns that nobody knows: it may be one of them"
        )
        return SectionState(section.name, "unreadable", None, {}, message)
    heading = _heading(section, page)
    if heading is None and page.unnamed:
        message = f"{plural(page.unnamed, 'table has a title', 'tables have titles')} that nobody knows: it may be one of them"
        return SectionState(section.name, "unreadable", None, {}, message)
    if heading is None:
        since = f"; Oracle prints it from release {section.since} on" if section.since else ""
        return SectionState(section.name, "missing", None, {}, f"the report has no such section{since}")
    said = heading.says_no_data()
    message = "the report says: no data exists for this section" if said else "the section holds no table"
    return SectionState(section.name, "missing", None, {}, message)


def _heading(section: Section[T], page: Page) -> Heading | None:
    headings = page.heading_by_name
    names = (name for wanted in (section.name, *section.headings) for name in _alike(headings, wanted))
    return next((headings[name] for name in names if name in headings), None)
