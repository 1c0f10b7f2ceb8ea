"""Plain-text reports of several instances or periods: columns under groups, sums under dashes, keys left out.

What is known of their layout is in docs/internals/testing.md. A table in another layout gets other column names, which no section
takes for its own: it is unreadable, not misread.
"""

from __future__ import annotations

import re

from segtier.dataclass import dataclass
from segtier.reports.tables.raw import Page, normalise
from segtier.reports.tables.text import PageBuilder, build_page
from segtier.reports.tables.text_groups import grouped_level, under_groups
from segtier.reports.tables.text_lines import Kind, Line, lines_of, spans_of, title_of
from segtier.reports.tables.text_rows import Level
from segtier.reports.tables.text_tables import TextTable

_FRONT_TITLES = frozenset({"database summary", "database instances included in report", "cache sizes"})
"""Titles of the report's first page, printed like those of sections in some releases."""
_OF_CLIENT = re.compile(r"Report written to\b|SQL>|spool\b|exit\b|Disconnected from\b", re.IGNORECASE)
"""Begins of lines that SQL*Plus adds behind a report."""
_LAST_SECTION = re.compile(r"^init\.ora ", re.IGNORECASE | re.MULTILINE)


@dataclass(slots=True)
class GroupedBuilder(PageBuilder):
    """A page whose tables have groups of columns."""

    groups: Level | None = None
    """The dashes of the open table's groups."""
    dropped: int = 0
    """The line of differences below a table."""
    fills = True

    def title_line(self, line: Line) -> None:
        text = title_of(line.text)
        if self.front and normalise(text) in _FRONT_TITLES:
            self._begin(None, text)
        else:
            PageBuilder.title_line(self, line)

    def underline_line(self, line: Line) -> None:
        """Below a section's own title tildes say nothing new."""
        titled = self.heading is not None and self.heading.level > 1
        if self.open is None and not self.above and (titled or self.title):
            return
        PageBuilder.underline_line(self, line)

    def remark_line(self, line: Line) -> None:
        """The line just above a remark names the table."""
        if self.open is None and self.above and self.above[-1].number == line.number - 1:
            self._begin(None, " ".join(self.above[-1].text.split()))
        PageBuilder.remark_line(self, line)

    def blank_line(self, line: Line) -> None:
        """A title waits for its table."""
        if self.open is None and self.title:
            self.above = []
        else:
            PageBuilder.blank_line(self, line)

    def text_line(self, line: Line) -> None:
        """Tildes below the figures of both periods: the differences follow, which are no row."""
        if self.open is not None and _is_differences(line.text):
            self._begin(None, "")
            self.dropped = line.number + 1
        elif line.number != self.dropped:
            PageBuilder.text_line(self, line)

    def ruler_line(self, line: Line) -> None:
        """One indented run of dashes is a group where it ends no table, or where the open table has that very group."""
        alone = len(spans_of(line.text)) == 1
        if alone and self.open is None and self.above:
            self._add([self._level(line, self._heading_lines(line))])
        elif not (alone and self.groups is not None and self._group_again(line)):
            PageBuilder.ruler_line(self, line)

    def _group_again(self, line: Line) -> bool:
        """The group at the top of a further page: its words are taken off the rows."""
        heads = self._heading_lines(line)
        if self._level(line, heads) == self.groups:
            return True
        (self.above if self.open is None else self.open.lines).extend(heads)
        return False

    def _level(self, line: Line, heads: list[Line]) -> Level:
        return grouped_level(spans_of(line.text), heads)

    def _add(self, levels: list[Level]) -> None:
        PageBuilder._add(self, levels)
        self.groups = None

    def _goes_on(self, table: TextTable, level: Level, heads: list[Line]) -> bool:
        """Below the dashes of groups stand those of their columns; below the rows, those of the sums."""
        if level in table.levels or level == self.groups:
            return True
        if len(table.levels) == 1 and not table.lines and heads:
            columns = under_groups(table.levels[0], level)
            if columns is not None:
                self.groups, table.levels[0] = table.levels[0], columns
                return True
        if self.groups is not None and level.spans == table.levels[0].spans and _heads_again(table, heads):
            return True
        if table.levels and set(level.spans) <= set(table.levels[-1].spans):
            table.lines.extend(heads)
            return True
        return PageBuilder._goes_on(self, table, level, heads)


def _is_differences(text: str) -> bool:
    return "~~~" in text and not text.strip(" ~")


def _heads_again(table: TextTable, heads: list[Line]) -> bool:
    """The column headings once more, at the top of a page."""
    printed = grouped_level(table.levels[0].spans, heads).headings
    return all(name.endswith(again) for name, again in zip(table.levels[0].headings, printed, strict=True))


def read_grouped_text_page(text: str) -> Page:
    """Take a report apart. Never fails: lines that are nothing known belong to no table."""
    lines = lines_of(text)
    return build_page(text, lines, GroupedBuilder, whole=_closed(text, lines))


def _closed(text: str, lines: list[Line]) -> bool:
    """A compare-period report has no closing words: it is whole where its last section is."""
    said = (line for line in reversed(lines) if line.kind is not Kind.BLANK and not _OF_CLIENT.match(line.text))
    last = next(said, None)
    ends = last is not None and last.kind is Kind.RULER and last.text.startswith("   ")
    return ends and _LAST_SECTION.search(text) is not None
