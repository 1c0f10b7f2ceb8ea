"""Where the text of SQL statements stands in a report: it stays in the file, whatever is shown of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from segtier.reports.locate import SQL_TEXT
from segtier.reports.tables.html import HtmlTable, cell_over
from segtier.reports.tables.raw import Page
from segtier.reports.tables.text_lines import line_starts
from segtier.reports.tables.text_tables import TextTable

LEFT_OUT = "(SQL text is not shown)"


def without_statements(text: str, page: Page) -> str:
    """A text report with words of ours in the place of each line of a statement; lines keep their numbers."""
    hidden = {number for table in page.tables if isinstance(table, TextTable) for number in _lines_of(table)}
    if not hidden:
        return text
    starts = [*line_starts(text), len(text)]
    kept = [text[start:end] for start, end in pairwise(starts)]
    for number in hidden:
        line = kept[number - 1]
        kept[number - 1] = LEFT_OUT + line[len(line.rstrip("\r\n")) :]
    return "".join(kept)


def blank_statements(page: Page) -> None:
    """An HTML report with words of ours in the place of each statement."""
    for table in page.tables:
        if isinstance(table, HtmlTable) and SQL_TEXT in table.squeezed_columns:
            column = table.squeezed_columns.index(SQL_TEXT)
            for row in table.row_nodes()[1]:
                cell = cell_over(row, column)
                if cell is not None:
                    cell.inner_html = LEFT_OUT


def _lines_of(table: TextTable) -> Iterator[int]:
    """The lines of statements below a table's rows: all but those its cells stand in, the text's own apart."""
    if table.names_at is None:
        return
    rows = {cell.line for record in table.records for cell in record.cells[:-1]}
    for line in table.lines:
        if line.number not in rows:
            yield line.number
