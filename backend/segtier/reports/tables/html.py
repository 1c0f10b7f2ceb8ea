"""HTML into named raw tables (selectolax, lexbor: HTML5 rules, so copies saved by a browser read the same).

A table is named by the nearest heading before it and, on the front page where Oracle prints titles as plain text,
by the text just before it. Its rows are read when asked for: most of a report's tables are never needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

from segtier.dataclass import dataclass
from segtier.reports.tables.decimal_sign import has_decimal_comma
from segtier.reports.tables.html_positions import CellPositions
from segtier.reports.tables.nesting import refuse_deep
from segtier.reports.tables.raw import Page, squeeze
from segtier.reports.tables.wide_tags import refuse_wide
from segtier.units import counted

_HEADINGS = ("h1", "h2", "h3", "h4")
_END_MARK = re.compile(r"end\s+of\s+report")
"""In lower case: a pattern for both cases takes as long as reading a small report."""
_REPORT_MARK = re.compile(r"WORKLOAD\s+REPOSITORY\b.{0,20}\breport", re.IGNORECASE | re.DOTALL)
_LAST_WORDS = 4096
_STEPS_BACK = 12
_MOST_SPANNED, _SPAN_DIGITS = 60, 4
_NO_DATA = "No data exists for this section"


@dataclass(eq=False, slots=True)
class HtmlHeading:
    """A heading element."""

    text: str
    level: int
    node: LexborNode

    def says_no_data(self) -> bool:
        """The report itself says that this section holds nothing."""
        node = self.node.next
        while node is not None and node.tag not in _HEADINGS:
            if node.tag != "table" and _NO_DATA in node.text():
                return True
            node = node.next
        return False


@dataclass(eq=False)
class HtmlTable:
    """One table: where it is, what is printed above it, its heading cells and its rows as text."""

    index: int
    """Counts the page's tables from 0."""
    node: LexborNode
    heading: HtmlHeading | None
    list_node: LexborNode | None
    """The bullet list between heading and table."""
    positions: CellPositions
    """Of all cells of the page."""
    decimal_comma: bool = False
    """Figures are printed as `1.234,5`."""
    cut: bool = False
    """The page breaks off inside this table: its last row is not whole."""
    grouped: bool = False
    """A heading standing over several columns is part of each one's name: `Reads MB/sec: Total`."""

    @cached_property
    def title(self) -> str:
        """The plain text just before the table, as the front page prints its titles."""
        return _text_before(self.node)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The bullets between heading and table."""
        if self.list_node is None:
            return ()
        return tuple(" ".join(item.text().split()) for item in self.list_node.css("li"))

    @cached_property
    def _rows(self) -> tuple[list[LexborNode], int]:
        """All row nodes, and how many of the first ones are headings: every row with a th, from the top.

        Where an office program saved the page no cell is a th: the first row then stands for the headings.
        """
        rows = list(_row_nodes(self.node))
        heads = 0
        while heads < len(rows) and any(cell.tag == "th" for cell in rows[heads].iter()):
            heads += 1
        return rows, heads or min(len(rows), 1)

    def row_nodes(self) -> tuple[list[LexborNode], list[LexborNode]]:
        """The nodes of the heading rows, and of the data rows as `rows` counts them."""
        rows, heads = self._rows
        return rows[:heads], rows[heads:]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Headings of the columns as printed: the last heading row, with colspan written out."""
        rows, heads = self._rows
        if heads == 0:
            return ()
        names = tuple(" ".join(text.split()) for text in _spread(rows[heads - 1]))
        if not self.grouped or heads == 1:
            return names
        groups = [" ".join(text.split()) for text in _spread(rows[heads - 2], repeat=True)]
        if len(groups) != len(names):
            return names
        return tuple(f"{group}: {name}" if group else name for group, name in zip(groups, names, strict=True))

    @cached_property
    def squeezed_columns(self) -> tuple[str, ...]:
        return tuple(squeeze(text) for text in self.columns)

    def place(self, text: str, row: int, column: int) -> tuple[int | None, int | None]:
        """Line and column, from 1, of a cell in the page's text; (None, None) where that cannot be told."""
        del text  # the positions are of the text that the page was made from
        cells = next((cells for index, cells in enumerate(self.rows()) if index == row), None)
        raw = cells[column] if cells is not None and column < len(cells) else None
        return self.positions.of(self.index, self._rows[1] + row, column, raw)

    def rows(self) -> Iterator[list[str]]:
        """Data rows as cell texts, stripped; a spanned cell is repeated empty."""
        return iter(self._kept) if self.grouped else self._read()

    def has_rows(self) -> bool:
        rows, heads = self._rows
        return heads < len(rows) - self.cut and next(rows[heads].iter(), None) is not None

    @cached_property
    def _kept(self) -> tuple[list[str], ...]:
        """Grouped tables are read several times: once per period, or once per statistic."""
        return tuple(self._read())

    def _read(self) -> Iterator[list[str]]:
        rows, heads = self._rows
        width = len(self.columns)
        for row in rows[heads : len(rows) - 1 if self.cut else len(rows)]:
            cells = [cell.text().strip() for cell in row.iter()]
            yield cells if len(cells) == width else [text.strip() for text in _spread(row)]
            if len(cells) > width and _swallows_an_end(row):
                return


def read_grouped_page(text: str) -> Page:
    """A page whose column names repeat under headings of groups (RAC and compare-period reports)."""
    return read_page(text, grouped=True)


def read_page(text: str, *, grouped: bool = False) -> Page:
    """Parse a page: HTML5 gives every text a tree. Raises UnreadableInput for one no parser takes in useful time."""
    refuse_deep(text)
    refuse_wide(text)
    parser = LexborHTMLParser(text)
    headings: list[HtmlHeading] = []
    tables: list[HtmlTable] = []
    list_node: LexborNode | None = None
    reports = 0
    decimal_comma, positions = has_decimal_comma(text), CellPositions(text)
    for node in parser.css("h1,h2,h3,h4,ul,table"):
        tag = node.tag
        if tag == "table":
            heading = headings[-1] if headings else None
            table = HtmlTable(len(tables), node, heading, list_node, positions, decimal_comma, grouped=grouped)
            tables.append(table)
            list_node = None
        elif tag == "ul":
            list_node = node
        else:
            heading = HtmlHeading(" ".join(node.text().split()), int((tag or "h9")[1]), node)
            if heading.level == 1 and _REPORT_MARK.search(heading.text):
                reports += 1
                if reports > 1:
                    break
            headings.append(heading)
            list_node = None
    truncated = not _has_end_mark(text[-_LAST_WORDS:]) and not _has_end_mark(text)
    if truncated and tables and reports < 2:
        tables[-1].cut = _breaks_inside_table(text)
    return Page(tuple(headings), tuple(tables), truncated, reports)


def _has_end_mark(text: str) -> bool:
    return _END_MARK.search(text.lower()) is not None


def _breaks_inside_table(text: str) -> bool:
    lowered = text[-200_000:].lower()
    return lowered.rfind("<table") > lowered.rfind("</table")


def _row_nodes(table: LexborNode) -> Iterator[LexborNode]:
    for part in table.iter():
        if part.tag == "tr":
            yield part
        elif part.tag in ("tbody", "thead", "tfoot"):
            yield from (row for row in part.iter() if row.tag == "tr")


def _swallows_an_end(row: LexborNode) -> bool:
    """A quote without its end took the table's end into an attribute: the rows that follow are another table's."""
    return any("</table" in (value or "").lower() for cell in row.iter() for value in cell.attributes.values())


def _spread(row: LexborNode, *, repeat: bool = False) -> list[str]:
    texts: list[str] = []
    for cell in row.iter():
        text = cell.text()
        texts.append(text)
        texts.extend([text if repeat else ""] * (_span(cell) - 1))
    return texts


def cell_over(row: LexborNode, column: int) -> LexborNode | None:
    """The cell that stands in a column, cells over several columns counted so often."""
    at = 0
    for cell in row.iter():
        at += _span(cell)
        if column < at:
            return cell
    return None


def _span(cell: LexborNode) -> int:
    span = counted((cell.attributes.get("colspan") or "1").strip(), _SPAN_DIGITS)
    return min(span or 1, _MOST_SPANNED)


def _text_before(node: LexborNode) -> str:
    """The nearest non-empty text before a node, not across another table or heading."""
    place: LexborNode | None = node
    for _ in range(_STEPS_BACK):
        place = _before(place) if place is not None else None
        if place is None or place.tag in ("table", *_HEADINGS):
            return ""
        if place.tag == "-text" or place.tag in ("p", "b", "font", "div", "center"):
            text = " ".join(place.text(deep=place.tag != "p").split())
            if text:
                return text
            if place.tag != "-text" and place.css_first("table") is not None:
                return ""
    return ""


def _before(node: LexborNode) -> LexborNode | None:
    while node.prev is None:
        parent = node.parent
        if parent is None or parent.tag in ("body", "html"):
            return None
        node = parent
    return node.prev
