"""Tables of a page that nobody can name: not one word of their titles is Oracle's, as after the translation of a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from segtier.reports.sections.mechanism import Section, match_columns
from segtier.reports.tables.raw import Page, RawTable

_WORD = re.compile(r"[^\W\d_]{2,20}")
_OF_NO_SECTION = frozenset(
    "asm buffered cancelled celldisks cells cluster diskgroups exadata flash griddisks interconnect latch mutex passthru "
    "persistent queues reasons replication servers shared smart snapshot".split()
)
"""Words in titles of tables that Oracle prints and no section reads."""
_FEWEST = 3
_PART = 0.2
"""Of the tables with a title: real reports have at most 7 % of others, translated ones most."""


def unnamed_tables(page: Page, sections: Sequence[Section[Any]]) -> int:
    """How many there are; 0 where they are no more than Oracle's own that no section reads."""
    known = _known_words(tuple((section.name, *section.headings) for section in sections)) | _OF_NO_SECTION
    titles = [title for table in page.tables if (title := _title(table)) and table.has_rows()]
    unnamed = sum(known.isdisjoint(_words(title)) for title in titles)
    return unnamed if unnamed >= max(_FEWEST, _PART * len(titles)) else 0


def unknown_front(page: Page, sections: Sequence[Section[Any]]) -> int:
    """How many of the tables without a title that a page begins with hold rows and no section is found by their columns."""
    by_columns = [section for section in sections if section.untitled or section.bare]
    first = takewhile(lambda table: not table.title.strip(), page.front)
    bare = [table for table in first if table.has_rows()]
    return sum(all(match_columns(section, table) is None for section in by_columns) for table in bare)


@lru_cache(maxsize=16)
def _known_words(names: tuple[tuple[str, ...], ...]) -> frozenset[str]:
    return frozenset(word for of_one in names for name in of_one for word in _words(name))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _title(table: RawTable) -> str:
    """What stands above it, but for the report's own title."""
    heading = table.heading
    above = heading.text if heading is not None and heading.level != 1 else ""
    return f"{above} {table.title}".strip()
