"""Rows that a client exported, in any of its formats: which kind of export they are, and its reader."""

from __future__ import annotations

from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload
from segtier.reports import heat_map, segment_export, segment_history, segment_sizes
from segtier.reports.foreign_rows import foreign_rows
from segtier.reports.size_units import untold
from segtier.reports.tables.columns import Columns
from segtier.reports.tables.delimited import Delimited, header_of
from segtier.reports.tables.fixed_width import ruled_table
from segtier.reports.tables.json_rows import json_table
from segtier.reports.tables.rows import RowTable
from segtier.reports.tables.workbook import workbook_tables
from segtier.reports.tables.xml_rows import is_xml_rows, xml_table

_NO_HEADER_ADVICE = "Export the rows with their column names, for example with SET MARKUP CSV ON."
_LOOK_ALIKES = (
    (segment_export.COLUMNS, "an export of v$segment_statistics", segment_export.QUERY),
    (segment_sizes.COLUMNS, "an export of dba_segments", segment_sizes.QUERY),
)


def text_kind(text: str) -> str | None:
    """The format: xml, spool or csv; None where a text has no rows with column names. JSON is recognised by its first sign."""
    if is_xml_rows(text):
        return "xml"
    if ruled_table(text) is not None:
        return "spool"
    table = header_of(text)
    return "csv" if table is not None and _has_rows(table) else None


def _has_rows(table: Delimited) -> bool:
    """Not the first line of a letter, which has a comma too: the columns are known, or a row below has as many cells."""
    if (
        columns_of(table) is not None
        or foreign_rows(table) is not None
        or any(one.hits(table) for one, *_ in _LOOK_ALIKES)
    ):
        return True
    try:
        first = next((line for line in table.rows() if any(line.cells)), None)
    except UnreadableInput:
        return True
    return first is not None and len(first.cells) == len(table.columns)


def table_in(format_: str, text: str) -> RowTable | None:
    """The rows of a text in that format; None where there are none."""
    readers = {"csv": header_of, "spool": ruled_table, "json": json_table, "xml": xml_table}
    return readers[format_](text)


def read_text_rows(format_: str, text: str, source: Source) -> Workload | Inventory:
    """Raises UnreadableInput with the header's line: UnsupportedDocument for rows that are known and not taken, else with the
    missing columns."""
    table = table_in(format_, text)
    if table is None:
        raise UnreadableInput(
            "the file has no rows with column names", code="no-header", line=1, advice=_NO_HEADER_ADVICE
        )
    return read_rows(table, source)


def workbook_rows(data: bytes) -> RowTable | None:
    """The first sheet of a workbook that is an export, else the first with column names; None where none has any."""
    sheets = list(workbook_tables(data))
    fitting = (sheet for sheet in sheets if columns_of(sheet) is not None)
    return next(fitting, sheets[0] if sheets else None)


def read_workbook(data: bytes, source: Source) -> Workload | Inventory:
    """Raises UnreadableInput where no sheet is an export."""
    table = workbook_rows(data)
    if table is None:
        raise UnreadableInput(
            "no sheet of this workbook (an Office file) begins with column names",
            code="no-header",
            advice=_NO_HEADER_ADVICE,
        )
    return read_rows(table, source)


def columns_of(table: RowTable) -> Columns | None:
    """The declaration that fits a table: counters in long form, with a column per statistic, a heat map, or sizes."""
    if not segment_export.COLUMNS.missing(table):
        return segment_export.COLUMNS
    pivoted = segment_history.columns_for(table)
    if pivoted is not None and not pivoted.missing(table):
        return pivoted
    heat = heat_map.columns_for(table)
    if heat is not None:
        return heat
    sizes = segment_sizes.columns_for(table)
    return None if sizes.missing(table) else sizes


def read_rows(table: RowTable, source: Source) -> Workload | Inventory:
    columns = columns_of(table)
    if columns is segment_export.COLUMNS:
        return segment_export.read_counters(table, source)
    if columns in heat_map.FORMS:
        return heat_map.read_heat_map(table, columns, source)
    if columns is not None and any(one.field == "size_bytes" for one in columns.columns):
        return segment_sizes.read_sizes(table, source)
    if columns is not None:
        return segment_history.read_history(table, columns, source)
    foreign = foreign_rows(table)
    if foreign is not None:
        raise UnsupportedDocument(f"this is {foreign.what}", advice=foreign.advice, line=table.header_line)
    unit = untold(table)
    if unit is not None and segment_sizes.COLUMNS.missing(table) == ("BYTES",):
        raise UnreadableInput(
            f"the column {unit} does not say in what unit the sizes are",
            code="size-without-unit",
            advice="Name it BYTES, SIZE_MB or SIZE_GB, whichever it is, or give each size its unit (1.5G), and upload it again.",
            line=table.header_line,
        )
    raise _missing_columns(table)


def _missing_columns(table: RowTable) -> UnreadableInput:
    candidates = list(_LOOK_ALIKES)
    pivoted = segment_history.columns_for(table)
    if pivoted is not None:
        candidates.insert(0, (pivoted, "an export of dba_hist_seg_stat", segment_history.QUERY))
    columns, what, query = max(candidates, key=lambda one: one[0].hits(table))
    cut = " (headings are cut to their column: widen them, COLUMN ... FORMAT a30)" if any(table.cut) else ""
    if pivoted is None and not columns.hits(table):
        what = "an export of segments"
    return UnreadableInput(
        f"as {what} the {table.form} lacks the column(s) {', '.join(columns.missing(table))}{cut}",
        code="missing-columns",
        advice=f"Export it again with: {query}",
        line=table.header_line,
        column=1,
        excerpt=", ".join(table.columns)[:80],
    )
