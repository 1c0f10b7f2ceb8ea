"""Evidence back to the file: which cell, and on which line and column it stands."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from segtier.errors import NotFound, UnreadableInput
from segtier.model.evidence import Cell, Evidence, Place
from segtier.reports import segment_export
from segtier.reports.archive_kind import archive_kind
from segtier.reports.bundle import PackedFiles, locate_in_bundle
from segtier.reports.detect import recognise
from segtier.reports.exported_rows import columns_of, table_in, workbook_rows
from segtier.reports.kinds import REPORTS, Report
from segtier.reports.repair import repair
from segtier.reports.sections.mechanism import Section, chosen_tables
from segtier.reports.segment_cells import STATISTICS
from segtier.reports.source import decode_text
from segtier.reports.tables.raw import Page, RawTable, squeeze
from segtier.reports.tables.rows import RowTable
from segtier.reports.tables.workbook import is_workbook

SQL_TEXT = squeeze("SQL Text")
"""The column that no one is shown: the text of statements stays in the file."""


Places = Callable[[Evidence, str | None], Place]
"""The row an evidence names, and the cell of a field in it. Raises NotFound where the file has no such row."""


def locate(data: bytes, evidence: Evidence, field: str | None = None) -> Place:
    """One row of a file. Raises NotFound."""
    return places_in(data)(evidence, field)


def places_in(data: bytes) -> Places:
    """The same for any number of rows: the file is taken apart once."""
    if is_workbook(data):
        return partial(_in_rows, workbook_rows(data))
    if archive_kind(io.BytesIO(data)) is not None:
        return partial(locate_in_bundle, PackedFiles(io.BytesIO(data)))
    repaired = repair(decode_text(data)[0])
    kind = recognise(repaired.text)
    if kind in REPORTS:
        report = REPORTS[kind]
        page = report.reader().page(repaired.text)
        return lambda evidence, field: repaired.place(locate_in_page(report, page, repaired.text, evidence, field))
    table = table_in(kind, repaired.text)
    return _in_no_table if table is None and kind == "json" else partial(_in_rows, table)


def found_or_why_not(places: Places, cell: Cell) -> Place | NotFound | UnreadableInput:
    """For who looks for many cells: one that is not there stops no other."""
    try:
        return places(*cell)
    except (NotFound, UnreadableInput) as fault:
        return fault


def _in_no_table(_evidence: Evidence, _field: str | None) -> Place:
    raise NotFound("a JSON document holds no table rows; its evidence is in the report it was made from")


class TableRow(NamedTuple):
    """A row of a report's table; its cells with the text of statements left out."""

    table: RawTable
    cells: Sequence[str]
    column: int | None


def row_in_page(kind: Report, page: Page, evidence: Evidence, field: str | None) -> TableRow:
    """The row an evidence names, in a report that was taken apart. Raises NotFound."""
    section = next((one for one in kind.reader().sections if one.name == evidence.section), None)
    if section is None:
        raise NotFound(f"no section {evidence.section!r} in a report of this kind")
    table, places = _table(section, evidence, page)
    rows = list(table.rows())
    if not 0 <= evidence.row < len(rows):
        raise NotFound(f"{evidence.section!r} has no row {evidence.row}")
    return TableRow(table, _without_sql(table, rows[evidence.row]), _column(table, places, evidence, field))


def locate_in_page(kind: Report, page: Page, text: str, evidence: Evidence, field: str | None) -> Place:
    """The same for a report that was taken apart; lines are those of `text`."""
    table, cells, column = row_in_page(kind, page, evidence, field)
    raw = cells[column] if column is not None and column < len(cells) else None
    line, offset = table.place(text, evidence.row, column or 0)
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


def _table(section: Section[Any], evidence: Evidence, page: Page) -> tuple[RawTable, dict[str, int]]:
    tables = chosen_tables(section, page)
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


def _without_sql(table: RawTable, cells: Sequence[str]) -> Sequence[str]:
    """The cells as whoever looks a figure up sees them: the text of statements stays in the file."""
    return ["" if name == SQL_TEXT else cell for name, cell in zip_longest(table.squeezed_columns, cells, fillvalue="")]


def _heading(table: RawTable) -> str:
    heading = table.heading.text if table.heading is not None else ""
    return table.title if table.title and heading in ("", "Report Summary") else heading


def _in_rows(table: RowTable | None, evidence: Evidence, field: str | None) -> Place:
    """In rows that a client exported."""
    columns = None if table is None else columns_of(table)
    if table is None or columns is None:
        raise NotFound("the file has no line with column names")
    line = next((line for index, line in enumerate(table.rows()) if index == evidence.row), None)
    if line is None:
        raise NotFound(f"the file has no row {evidence.row}")
    places = columns.places(table)
    statistic = STATISTICS.get(evidence.section.removeprefix(segment_export.SECTION))
    column = places.get("value" if statistic is not None and field in (statistic, None) else field or "")
    number, offset = (line.number, None) if column is None else table.place(line, column)
    return Place(
        section=evidence.section,
        table_heading=evidence.section,
        row=evidence.row,
        column=None if column is None else table.columns[column],
        raw_text=None if column is None else line.cells[column],
        line=number,
        column_in_line=offset,
        row_cells=tuple(line.cells),
        headings=table.columns,
    )
