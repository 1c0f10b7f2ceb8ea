"""Plain-text reports into named raw tables: section titles, remarks, dash rulers, page breaks, the front page.

A table is named by the section title above it (`Foreground Wait Events   DB/Inst: X/y  Snaps: 1-2`) or, on the front
page, by the words underlined with tildes. The dashes that end a section end its name too: a table whose own title is
lost gets no name and is read by no section.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import ClassVar

from segtier.dataclass import dataclass
from segtier.reports.tables.decimal_sign import has_decimal_comma
from segtier.reports.tables.raw import Page
from segtier.reports.tables.text_cutting import heading_cells
from segtier.reports.tables.text_lines import (
    NO_DATA,
    Kind,
    Line,
    lines_of,
    remark_of,
    spans_of,
    title_of,
    underlined,
)
from segtier.reports.tables.text_rows import Level
from segtier.reports.tables.text_tables import TextHeading, TextTable

_MOST_HEADING_LINES = 8
_MOST_LEVELS = 3
_HEADING = re.compile(r"\S+(?: \(\S+\))?")
"""A word with its unit: `Memory (G)`."""
_QUOTED = (Kind.REMARK, Kind.UNDERLINE, Kind.RULER)


@dataclass(slots=True)
class PageBuilder:
    """What has been read so far of a page."""

    decimal_comma: bool
    wraps: bool = False
    headings: list[TextHeading] = field(default_factory=list)
    tables: list[TextTable] = field(default_factory=list)
    reports: int = 0
    heading: TextHeading | None = None
    front: bool = True
    """No section title yet."""
    title: str = ""
    notes: list[str] = field(default_factory=list)
    above: list[Line] = field(default_factory=list)
    """Lines that may be column headings."""
    open: TextTable | None = None
    continued: bool = False
    fills: ClassVar[bool] = False
    """A key that repeats is left out."""

    def quotes(self, line: Line) -> bool:
        """The line is of an SQL statement's text, where nothing is a mark; dashes may be the table's own ruler or end."""
        table = self.open
        if line.kind not in _QUOTED or table is None or table.names_at is None:
            return False
        if line.kind is not Kind.RULER:
            return True
        spans = spans_of(line.text)
        return spans != table.levels[-1].spans and not (len(spans) == 1 and spans[0][0] > 2)

    def title_line(self, line: Line) -> None:
        text = title_of(line.text)
        self.continued = self.heading is not None and self.heading.text == text
        if not self.continued:
            self.heading = TextHeading(text, 3)
            self.headings.append(self.heading)
        self._begin(self.heading, "")

    def report_line(self, line: Line) -> None:
        self.reports += 1
        heading = TextHeading(" ".join(line.text.split()), 1)
        self.wraps = heading.text.upper().startswith("STATSPACK")
        self.headings.append(heading)
        self._begin(heading, "")

    def _begin(self, heading: TextHeading | None, title: str) -> None:
        self.front = self.front and (heading is None or heading.level == 1)
        self.heading, self.title, self.notes, self.above, self.open = heading, title, [], [], None

    def remark_line(self, line: Line) -> None:
        if self.open is None:
            self.notes.append(remark_of(line.text))

    def underline_line(self, line: Line) -> None:
        """Tildes: the line above is a title of the front page as far as they reach; headings may follow behind it."""
        lines = self.open.lines if self.open is not None else self.above
        end = underlined(line.text)
        named = lines.pop() if lines and lines[-1].number == line.number - 1 else None
        if (
            named is not None
            and lines
            and lines[-1].number == named.number - 1
            and named.text[end - 1 : end + 1].isalnum()
        ):
            named = _unwrapped(lines.pop().text, end, named, line.text)
        self._begin(None, "" if named is None else " ".join(named.text[:end].split()))
        rest = " " * end + line.text[end:]
        if named is not None and named.text[end:].strip():
            self.above.append(Line(named.number, " " * end + named.text[end:], Kind.TEXT))
        if "-" in rest:
            self.ruler_line(Line(line.number, rest, Kind.RULER))
        elif rest.strip():
            self.above.append(Line(line.number, rest, Kind.TEXT))

    def ruler_line(self, line: Line) -> None:
        spans = spans_of(line.text)
        if len(spans) == 1 and spans[0][0] > 2:
            self._lonely_dashes()
            return
        heads = self._heading_lines(line)
        level = self._level(line, heads)
        if self.open is None or not self._goes_on(self.open, level, heads):
            self._add([level])

    def _level(self, line: Line, heads: list[Line]) -> Level:
        spans = spans_of(line.text)
        headings = heading_cells(spans, heads)
        return Level(spans, ("",) * len(headings) if _is_split(spans, headings, heads) else headings)

    def _goes_on(self, table: TextTable, level: Level, heads: list[Line]) -> bool:
        """A ruler below an open table: its own once more, dashes over a sum, or the next line of every row."""
        if level in table.levels:
            return True
        if table.levels and set(level.spans) <= set(table.levels[-1].spans):
            table.lines.extend(heads)
            self._begin(None, "")
            return True
        if table.lines or not heads or len(table.levels) >= _MOST_LEVELS:
            return False
        table.levels.append(level)
        return True

    def _add(self, levels: list[Level]) -> None:
        heading = self.heading
        if heading is None and not self.title and not self.front:
            heading = TextHeading("", 3)
        table = TextTable(
            len(self.tables),
            heading,
            self.title,
            tuple(self.notes),
            levels,
            decimal_comma=self.decimal_comma,
            wraps=self.wraps,
            fills=self.fills,
            continued=self.continued,
        )
        self.tables.append(table)
        self.open, self.above, self.continued = table, [], False

    def _lonely_dashes(self) -> None:
        """One indented run of dashes: the end of a section or, among column headings, a bracket over some of them."""
        ends = self.open is not None or (self.heading is not None and self.heading.no_data)
        if ends:
            self._begin(None, "")
        self.above = []

    def _heading_lines(self, ruler: Line) -> list[Line]:
        """The lines just above a ruler, taken back from the table before it if they stand there."""
        lines = self.open.lines if self.open is not None else self.above
        heads: list[Line] = []
        while len(heads) < _MOST_HEADING_LINES and lines and lines[-1].number == ruler.number - 1 - len(heads):
            heads.insert(0, lines.pop())
        return heads

    def text_line(self, line: Line) -> None:
        if NO_DATA in line.text:
            if self.heading is not None:
                self.heading.no_data = True
        else:
            (self.above if self.open is None else self.open.lines).append(line)

    def blank_line(self, line: Line) -> None:
        """Ends a table of the front page, and headings without a ruler; a section's rows may have gaps."""
        del line
        if self.open is None and self.title and self.above:
            pairs = self.above
            self._add([])
            self.tables[-1].lines = pairs
        if self.heading is None or self.heading.level == 1:
            self.open, self.title = None, ""
        self.above = []

    def end_line(self, line: Line) -> None:
        del line
        self._begin(None, "")


_HANDLERS: dict[Kind, str] = {
    Kind.BLANK: "blank_line",
    Kind.REPORT: "report_line",
    Kind.TITLE: "title_line",
    Kind.REMARK: "remark_line",
    Kind.UNDERLINE: "underline_line",
    Kind.RULER: "ruler_line",
    Kind.PDB: "text_line",
    Kind.END: "end_line",
}
"""What a builder does with a line of each kind but text, of which most are."""


def _unwrapped(first: str, end: int, second: Line, ruler: str) -> Line:
    """Headings that went on in a second line, where a word of them crosses the title's end: each over its column again.

    As they are where they are not as many as the columns.
    """
    spans = spans_of(ruler)
    headings = _HEADING.findall(f"{first[end:]} {second.text}")
    if len(headings) != len(spans):
        return second
    text = first[:end]
    for (start, _), heading in zip(spans, headings, strict=True):
        text = f"{text.ljust(start)}{heading} "
    return Line(second.number, text, second.kind)


def _is_split(spans: Sequence[tuple[int, int]], headings: Sequence[str], heads: Sequence[Line]) -> bool:
    """A column of names, whose heading begins at its left edge, with a nameless one behind it: damaged dashes.

    Read as printed, every name would end where the dashes are broken.
    """
    last = heads[-1].text if heads else ""
    return any(
        named and not nameless and last[start : start + 1].strip()
        for (start, _), named, nameless in zip(spans, headings, headings[1:], strict=False)
    )


def read_text_page(text: str) -> Page:
    """Take a report apart. Never fails: lines that are nothing known belong to no table."""
    return build_page(text, lines_of(text), PageBuilder)


def build_page(text: str, lines: list[Line], make: type[PageBuilder], *, whole: bool = False) -> Page:
    """A page out of its lines; `whole` where the report is known not to break off though it has no closing words."""
    end = Kind.END
    truncated = not whole and not any(line.kind is end for line in reversed(lines))
    if truncated:
        lines = _without_last(lines)
    builder = make(has_decimal_comma(text))
    text_line, most = builder.text_line, Kind.TEXT
    for line in lines:
        if line.kind is most or builder.quotes(line):
            text_line(line)
            continue
        getattr(builder, _HANDLERS[line.kind])(line)
        if builder.reports > 1:
            break
    tables = _joined(builder.tables)
    if truncated and tables and builder.reports < 2:
        tables[-1].cut = True
    return Page(tuple(builder.headings), tuple(tables), truncated, builder.reports)


def _without_last(lines: list[Line]) -> list[Line]:
    """A report that breaks off: its last line may be half a line."""
    end = len(lines)
    while end and lines[end - 1].kind is Kind.BLANK:
        end -= 1
    return lines[: max(end - 1, 0)]


def _joined(tables: Sequence[TextTable]) -> list[TextTable]:
    """Pages put together: a table under a repeated title with the same columns goes on where the last one stopped."""
    joined: list[TextTable] = []
    for table in tables:
        before = joined[-1] if joined else None
        if before is not None and table.continued and table.heading is before.heading and table.levels == before.levels:
            before.lines.extend(table.lines)
        else:
            table.index = len(joined)
            joined.append(table)
    return joined
