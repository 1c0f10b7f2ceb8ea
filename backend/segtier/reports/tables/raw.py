"""What every table reader gives: a page of headings and named raw tables, whatever the file's layout.

Section declarations work on these values only, so one declaration reads HTML and text alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Protocol

from segtier.dataclass import dataclass
from segtier.reports.known_texts import KnownCells

_SHORT = 100


def normalise(text: str) -> str:
    """A heading for comparison: lower case, single spaces, no colon at the end."""
    return _normalised(text) if len(text) <= _SHORT else _normalised.__wrapped__(text)


def squeeze(text: str) -> str:
    """A column heading for comparison: lower case, no white space (`%Time -outs`, `% DB time`)."""
    return _squeezed(text) if len(text) <= _SHORT else _squeezed.__wrapped__(text)


@lru_cache(maxsize=4096)
def _normalised(text: str) -> str:
    return " ".join(text.split()).lower().rstrip(":").rstrip()


@lru_cache(maxsize=4096)
def _squeezed(text: str) -> str:
    return "".join(text.split()).lower()


class Heading(Protocol):
    """A heading of the page."""

    @property
    def text(self) -> str: ...

    @property
    def level(self) -> int: ...

    def says_no_data(self) -> bool:
        """The report itself says that this section holds nothing."""
        ...


class RawTable(Protocol):
    """One table: where it is, what is printed above it, its heading cells and its rows as text."""

    @property
    def index(self) -> int:
        """Counts the page's tables from 0."""
        ...

    @property
    def heading(self) -> Heading | None: ...

    @property
    def decimal_comma(self) -> bool:
        """Figures are printed as `1.234,5`."""
        ...

    @property
    def title(self) -> str:
        """The plain text just before the table, as a front page prints its titles."""
        ...

    @property
    def notes(self) -> Sequence[str]:
        """The remarks between heading and table."""
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of the columns as printed, one per cell of a row."""
        ...

    @property
    def squeezed_columns(self) -> tuple[str, ...]: ...

    def rows(self) -> Iterator[list[str]]:
        """Data rows as cell texts, stripped."""
        ...

    def has_rows(self) -> bool:
        """There is a data row, and the first could be read."""
        ...

    def place(self, text: str, row: int, column: int) -> tuple[int | None, int | None]:
        """Line and column, from 1, of a cell in the page's text; (None, None) where that cannot be told."""
        ...


@dataclass(eq=False)
class Page:
    """A parsed page: headings and tables, in the order of the page."""

    headings: Sequence[Heading]
    tables: Sequence[RawTable]
    truncated: bool
    """The report's closing words are absent."""
    reports: int
    """How many report titles the page holds."""
    unnamed: int = 0
    """Tables whose titles nobody knows: what has no section may be one of them."""
    unknown_front: int = 0
    """Tables of the front page without a title whose columns nobody knows: what is found by its columns may be one of them."""

    @cached_property
    def known(self) -> KnownCells:
        """What the readers of its sections have made of its cells so far."""
        return KnownCells()

    @cached_property
    def by_name(self) -> dict[str, list[RawTable]]:
        """Tables by normalised heading and, on the front page, by title."""
        names: dict[str, list[RawTable]] = {}
        for table in self.tables:
            if table.heading is not None:
                names.setdefault(normalise(table.heading.text), []).append(table)
            if _is_front(table):
                names.setdefault(normalise(table.title), []).append(table)
        return names

    @cached_property
    def front(self) -> tuple[RawTable, ...]:
        """Tables before the first section heading: database, instance, host, snapshots."""
        return tuple(table for table in self.tables if table.heading is None or table.heading.level == 1)

    @cached_property
    def heading_by_name(self) -> dict[str, Heading]:
        names: dict[str, Heading] = {}
        for heading in self.headings:
            names.setdefault(normalise(heading.text), heading)
        return names


def _is_front(table: RawTable) -> bool:
    heading = table.heading
    if heading is None or heading.level == 1 or not heading.text:
        return True
    return normalise(heading.text) in ("report summary", "rac statistics")
