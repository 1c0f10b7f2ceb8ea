"""Which CSV is it: segment counters, segment sizes, or one Segtier does not take (said with the missing columns)."""

from __future__ import annotations

from segtier.errors import UnreadableInput
from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload
from segtier.reports import segment_export, segment_sizes
from segtier.reports.tables.delimited import header_of


def read_csv(text: str, source: Source) -> Workload | Inventory:
    """Raises UnreadableInput with the header's line and the missing columns where neither kind fits."""
    table = header_of(text)
    if table is None:
        raise UnreadableInput("the CSV has no line with column names", code="no-header", line=1)
    counters = segment_export.COLUMNS.missing(table)
    sizes = segment_sizes.COLUMNS.missing(table)
    if not counters:
        return segment_export.read_counters(table, source)
    if not sizes:
        return segment_sizes.read_sizes(table, source)
    looks_like, missing, query = (
        ("an export of v$segment_statistics", counters, segment_export.QUERY)
        if segment_export.COLUMNS.hits(table) > segment_sizes.COLUMNS.hits(table)
        else ("an export of dba_segments", sizes, segment_sizes.QUERY)
    )
    raise UnreadableInput(
        f"as {looks_like} the CSV lacks the column(s) {', '.join(missing)}",
        code="missing-columns",
        advice=f"Export it again with: {query}",
        line=table.header_line,
        column=1,
        excerpt=table.delimiter.join(table.columns)[:80],
    )
