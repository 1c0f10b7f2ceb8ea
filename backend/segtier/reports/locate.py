"""Evidence back to the file: which cell, and on which line and column it stands."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from segtier.errors import NotFound
from segtier.model.evidence import Evidence, Place
from segtier.reports import segment_export, segment_sizes
from segtier.reports.awr import SECTIONS
from segtier.reports.detect import recognise
from segtier.reports.sections.mechanism import Section, chosen_tables
from segtier.reports.source import decode_text
from segtier.reports.tables.csv_columns import CsvColumns
from segtier.reports.tables.delimited import header_of
from segtier.reports.tables.html import RawTable, read_page


def locate(data: bytes, evidence: Evidence, field: str | None = None) -> Place:
    """The row an evidence names, and the cell of `field` in it. Raises NotFound where the file has no such row."""
    text, _ = decode_text(data)
    kind = recognise(text)
    if kind == "awr-html":
        return _in_report(text, evidence, field)
    if kind == "csv":
        return _in_csv(text, evidence, field)
    raise NotFound("a JSON document holds no table rows; its evidence is in the report it was made from")


def _in_report(text: str, evidence: Evidence, field: str | None) -> Place:
    section = next((one for one in SECTIONS if one.name == evidence.section), None)
    if section is None:
        raise NotFound(f"no section {evidence.section!r} in an AWR report")
    table, places = _table(section, evidence, text)
    rows = list(table.rows())
    if not 0 <= evidence.row < len(rows):
        raise NotFound(f"{evidence.section!r} has no row {evidence.row}")
    cells = rows[evidence.row]
    column = _column(table, places, evidence, field)
    raw = cells[column] if column is not None and column < len(cells) else None
    line, offset = cell_position(text, table.index, table.head_rows + evidence.row, column or 0, raw)
    return Place(
        section=evidence.section,
        table_heading=_heading(table),
        row=evidence.row,
        column=None if column is None else table.columns[column],
        raw_text=raw,
        line=line,
        column_in_line=offset,
        row_cells=tuple(cells),
        headings=table.columns,
    )


def _table(section: Section[Any], evidence: Evidence, text: str) -> tuple[RawTable, dict[str, int]]:
    tables = chosen_tables(section, read_page(text))
    if not 0 <= evidence.occurrence < len(tables):
        raise NotFound(f"the report has no table {evidence.occurrence} of {evidence.section!r}")
    return tables[evidence.occurrence]


def _column(table: RawTable, places: dict[str, int], evidence: Evidence, field: str | None) -> int | None:
    """By field, else by the evidence's own column."""
    if field in places:
        return places[field]
    if evidence.column in table.columns:
        return table.columns.index(evidence.column or "")
    return None


def _heading(table: RawTable) -> str:
    heading = table.heading.text if table.heading is not None else ""
    return table.title if table.title and heading in ("", "Report Summary") else heading


class _Positions(HTMLParser):
    """Finds where the text of one cell begins: table, row and cell counted as the page's tables count them."""

    def __init__(self, table: int, row: int, cell: int) -> None:
        super().__init__(convert_charrefs=True)
        self.wanted = (table, row, cell)
        self.table = self.row = self.cell = -1
        self.found: tuple[int, int] | None = None
        self.inside = False
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "table":
            self.table, self.row = self.table + 1, -1
        elif tag == "tr":
            self.row, self.cell = self.row + 1, -1
        elif tag in ("td", "th"):
            self.cell += 1
            self.inside = (self.table, self.row, self.cell) == self.wanted
            if self.inside and self.found is None:
                self.found = self.getpos()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            if not self.text.strip() and data.strip():
                self.found = self._first_letter(data)
            self.text += data

    def _first_letter(self, data: str) -> tuple[int, int]:
        line, offset = self.getpos()
        blank = data[: len(data) - len(data.lstrip())]
        if "\n" in blank:
            return line + blank.count("\n"), len(blank) - blank.rfind("\n") - 1
        return line, offset + len(blank)


def cell_position(text: str, table: int, row: int, cell: int, raw: str | None) -> tuple[int | None, int | None]:
    """(line, column) from 1 of a cell's text; (None, None) where a damaged page cannot be followed to that text."""
    parser = _Positions(table, row, cell)
    parser.feed(text)
    parser.close()
    if parser.found is None or (raw is not None and parser.text.strip() != raw):
        return None, None
    line, offset = parser.found
    return line, offset + 1


def _in_csv(text: str, evidence: Evidence, field: str | None) -> Place:
    table = header_of(text)
    if table is None:
        raise NotFound("the file has no line with column names")
    columns: CsvColumns = segment_export.COLUMNS
    if evidence.section == segment_sizes.SECTION:
        columns = segment_sizes.COLUMNS
    line = next((line for index, line in enumerate(table.rows()) if index == evidence.row), None)
    if line is None:
        raise NotFound(f"the file has no row {evidence.row}")
    places = columns.places(table)
    statistic = segment_export.STATISTICS.get(evidence.section.removeprefix(segment_export.SECTION))
    column = places["value"] if statistic is not None and field in (statistic, None) else places.get(field or "")
    raw = line.cells[column] if column is not None else None
    return Place(
        section=evidence.section,
        table_heading=evidence.section,
        row=evidence.row,
        column=None if column is None else table.columns[column],
        raw_text=raw,
        line=line.number,
        column_in_line=_offset(text.splitlines()[line.number - 1], raw),
        row_cells=tuple(line.cells),
        headings=table.columns,
    )


def _offset(line: str, raw: str | None) -> int | None:
    place = line.find(raw) if raw else -1
    return place + 1 if place >= 0 else None
