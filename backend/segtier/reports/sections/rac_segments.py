"""Segment Statistics (Global): one long table, a row per statistic and segment, read as the segment lists it stands for.

Oracle keeps the segments of the five highest values of each statistic, so ties make a list longer than five. The bullets
above the table state total and captured share of each statistic; in reports of RAC databases `%Capture` is a share of
the rows printed (it adds up to 100) and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from segtier.model.workload import Coverage, InstanceStatistic
from segtier.reports.numbers import CellFault, number, words
from segtier.reports.sections.mechanism import Reading, Row, Section, column
from segtier.reports.sections.segments import (
    SEGMENT_LISTS,
    SEGMENT_NAMES,
    ListedSegment,
    Lists,
    SegmentList,
    listed_segment,
    notes_of,
)

_STATISTICS = {
    "logical_reads_blocks": ("logical reads",),
    "physical_reads_blocks": ("physical reads",),
    "physical_read_requests": ("physical read requests",),
    "unoptimized_read_requests": ("unoptimized read requests", "unoptimized reads"),
    "optimized_read_requests": ("optimized read requests", "optimized reads", "optimized physical reads"),
    "direct_reads_blocks": ("physical reads direct",),
    "physical_writes_blocks": ("physical writes",),
    "physical_write_requests": ("physical write requests",),
    "direct_writes_blocks": ("physical writes direct",),
    "table_scans": ("table scans", "segment scans"),
    "block_changes": ("db block changes",),
    "row_lock_waits": ("row lock waits",),
    "itl_waits": ("itl waits",),
    "buffer_busy_waits": ("buffer busy waits",),
}
"""Names under `Statistic` of each figure, in lower case."""
_NOTE = re.compile(
    r"Captured Segments account for\s{1,40}([\d.,]{1,40}(?:E[+-]?\d{1,9})?)?\s{0,40}% of Total "
    r"([^:]{1,80}?)\s{0,40}:\s{0,40}([\d.,]{1,40}(?:E[+-]?\d{1,9})?[KMGT]?)"
)
_NOTED = {
    "logical_reads_blocks": "logical reads",
    "physical_reads_blocks": "physical reads",
    "physical_read_requests": "physical read requests",
    "unoptimized_read_requests": "unoptimized read requests",
    "optimized_read_requests": "optimized read requests",
    "direct_reads_blocks": "direct physical reads",
    "physical_writes_blocks": "physical writes",
    "physical_write_requests": "physical write requests",
    "direct_writes_blocks": "direct physical writes",
    "table_scans": "table scans",
}
"""What the bullets call each figure, in lower case."""
_BLOCK_CHANGES = "block_changes"
_CAUSE = "the report lists no segment with this statistic"


def _build(field: str, row: Row) -> ListedSegment | None:
    return listed_segment(row, field)


GLOBAL_LISTS: tuple[SegmentList, ...] = tuple(
    SegmentList(
        listed.field,
        Section(
            name=listed.section.name,
            headings=("Segment Statistics (Global)",),
            columns=(
                column("statistic", "Statistic", read=words, required=True, fill=True),
                *SEGMENT_NAMES,
                column(listed.field, "Value", required=True),
            ),
            only=("statistic", _STATISTICS[listed.field]),
            build=partial(_build, listed.field),
        ),
    )
    for listed in SEGMENT_LISTS
)


def listed_rows(reading: Reading[ListedSegment]) -> Reading[ListedSegment]:
    """The reading with the rows of its own statistic counted: different values, as Oracle's cut counts them."""
    if not reading.found:
        return reading
    if not reading.items:
        return replace(reading, state=replace(reading.state, state="missing", rows=None, columns={}, message=_CAUSE))
    return replace(reading, state=replace(reading.state, rows=len({row.value for row in reading.items})))


def global_coverage(lists: Lists, statistics: Iterable[InstanceStatistic]) -> dict[str, Coverage]:
    """Listed rows against what AWR captured and the database's total, as the bullets state them.

    Block changes have no bullet; their total is an instance statistic.
    """
    totals = {row.name: row.total for row in statistics if row.instance is None}
    noted = next((_noted(reading) for _, reading in lists if reading.items), {})
    found: dict[str, Coverage] = {}
    for declared, reading in lists:
        if reading.items:
            captured_pct, total = noted.get(_NOTED.get(declared.field, ""), (None, None))
            if declared.field == _BLOCK_CHANGES:
                total = totals.get("db block changes")
            found[declared.field] = Coverage(
                listed=sum(row.value for row in reading.items if row.value is not None),
                captured=None if total is None or captured_pct is None else total * captured_pct / 100,
                total=total,
                evidence=tuple(row.evidence for row in reading.items),
            )
    return found


def _noted(reading: Reading[ListedSegment]) -> dict[str, tuple[float | None, float | None]]:
    """(captured share in percent, total) of each statistic the bullets name."""
    found: dict[str, tuple[float | None, float | None]] = {}
    for note in notes_of(reading):
        match = _NOTE.search(note)
        if match is not None:
            found[match[2].lower()] = (_figure(match[1]), _figure(match[3]))
    return found


def _figure(text: str | None) -> float | None:
    try:
        return number(text or "")
    except CellFault:
        return None
